import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { payoutMachine, payoutRunMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { BalanceCover, RunOverrideView, RunPause } from './dispatch-control.contract.js';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, filters, SellerKey, Won } from './values.js';
import { Waiting } from './waiting.js';

/** Why an approver should check a seller's payout. */
export const outlierReasons = ['ABOVE_AVERAGE', 'FIRST_PAYOUT', 'ACCOUNT_CHANGED', 'SHARED_ACCOUNT'] as const;

/** Why a run needs a person's approval: self-approval is off, the total is too high, or a payout is an outlier. */
export const personReasons = ['SELF_APPROVAL_OFF', 'ABOVE_AMOUNT', ...outlierReasons] as const;
export type PersonReason = (typeof personReasons)[number];

export const RunView = z.object({
  id: z.uuid(),
  businessDate: BusinessDate,
  /** Movements at or after this moment belong to the next run. */
  cutoff: Instant,
  state: z.enum(payoutRunMachine.states),
  payoutCount: z.int(),
  total: WonNumber,
  heldCount: z.int(),
  heldTotal: WonNumber,
  /** Hash of the run's content; empty while the run is being drafted, and when the run has no sellers. */
  contentHash: z.string(),
  draftedBy: z.string(),
  approvedBy: z.string().nullable(),
  /** Why a person must approve the run; empty: the run approved itself. */
  personNeeded: z.array(z.enum(personReasons)),
  approvalRequired: z.boolean(),
});

/** What a run waits for, and until when; null: it has ended. */
const WaitingRun = RunView.extend({ waiting: Waiting.nullable() });

/** A decision about a run: who decided, when, in which role, and the hash of the content decided about. */
const RunDecision = z.object({
  action: z.enum(['drafted', 'approved', 'rejected', 'expired', 'stopped']),
  by: z.string(),
  role: z.string(),
  at: Instant,
  contentHash: z.string(),
  detail: z.string().nullable(),
});
/** How many of the run's payouts are in a state, and their sum. States without a payout are left out. */
const PayoutsInState = z.object({ state: z.enum(payoutMachine.states), count: z.int(), amount: WonNumber });

export const RunProgress = z.object({
  runId: z.uuid(),
  state: z.enum(payoutRunMachine.states),
  payoutCount: z.int(),
  total: WonNumber,
  payouts: z.array(PayoutsInState),
  /** The run is over and none of its payouts is under way: nothing of this changes any more, but for what a bank returns. */
  finished: z.boolean(),
});

export const RunDetail = WaitingRun.extend({
  payouts: z.array(PayoutsInState),
  decisions: z.array(RunDecision),
  /** Why the run is not being sent at the moment; null: no reason. */
  pausedBy: RunPause.nullable(),
  overrides: z.array(RunOverrideView),
  /** Whether the balance at the provider covers the rest of the run; null: nothing of it waits. */
  cover: BalanceCover.nullable(),
  /** The latest earlier run with the same accounts and amounts; null: none. */
  sameAsRun: z.uuid().nullable(),
});

const RunId = z.object({ runId: z.uuid() });

export const listRuns = endpoint({
  method: 'GET',
  path: '/payout-runs',
  summary: 'Payout runs, newest first: in a state, of some dates or totals.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    state: z.enum(payoutRunMachine.states).optional(),
    /** By the run's business date. */
    ...filters.days,
    /** The run's total. */
    ...filters.amounts,
    after: BusinessDate.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(WaitingRun) },
  errors: may(),
});

export const requestRun = endpoint({
  method: 'POST',
  path: '/payout-runs',
  summary:
    'Draft the run of a date now. The caller is its drafter. Where no seller is to be settled, the run becomes empty and the date can be drafted again.',
  security: 'bearer',
  scope: 'payouts:operate',
  body: z.object({ businessDate: BusinessDate, reason: DecisionReason.optional() }),
  success: { status: 202, body: RunView },
  errors: may('RUN_SECOND_PERSON_REQUIRED', 'RUN_DATE_TAKEN', 'RUN_OVERLAPS', 'RUN_DATE_IN_FUTURE'),
});

export const getRun = endpoint({
  method: 'GET',
  path: '/payout-runs/{runId}',
  summary: 'A payout run and every decision about it.',
  security: 'bearer',
  scope: 'payouts:read',
  params: RunId,
  success: { status: 200, body: RunDetail },
  errors: may('RUN_NOT_FOUND'),
});

export const watchRun = endpoint({
  method: 'GET',
  path: '/payout-runs/{runId}/progress',
  summary: 'Watch a payout run: its payouts by state, at once and after each change, until all of them have ended.',
  security: 'bearer',
  scope: 'payouts:read',
  params: RunId,
  success: { status: 200, body: RunProgress },
  answersEvents: true,
  errors: may('RUN_NOT_FOUND', 'TOO_MANY_LISTENERS'),
});

const SellerChange = z.object({ sellerId: SellerKey, amount: WonNumber, previous: WonNumber, change: Won });

export const RunPreview = z.object({
  run: RunView,
  /**
   * Sums over the run's statements: opening + gross + reserveReleased - debtNetted - withheld - reserveHeld = payouts +
   * carried.
   */
  totals: z.object({
    sellers: z.int(),
    payouts: z.int(),
    paid: WonNumber,
    opening: Won,
    gross: Won,
    reserveReleased: WonNumber,
    debtNetted: WonNumber,
    withheld: Won,
    reserveHeld: WonNumber,
    carried: Won,
  }),
  /** Change against the latest earlier run that was neither rejected nor expired; null: this is the first run. */
  delta: z
    .object({
      runId: z.uuid(),
      businessDate: BusinessDate,
      total: Won,
      payoutCount: z.int(),
      increases: z.array(SellerChange),
      decreases: z.array(SellerChange),
    })
    .nullable(),
  outliers: z.object({
    counts: z.array(z.object({ reason: z.enum(outlierReasons), sellers: z.int(), amount: WonNumber })),
    /** The outliers with the largest amounts. */
    sellers: z.array(
      z.object({
        sellerId: SellerKey,
        amount: WonNumber,
        /** Average of the seller's last payouts in won; null: none yet. */
        average: WonNumber.nullable(),
        reasons: z.array(z.enum(outlierReasons)),
      }),
    ),
  }),
  leftOut: z.array(z.object({ reason: z.string(), sellers: z.int(), amount: WonNumber })),
  /** Movements on or after the cutoff that no statement includes yet: they belong to the next run. */
  late: z.object({ count: z.int(), amount: Won }),
  cover: BalanceCover.nullable(),
});

export const previewRun = endpoint({
  method: 'GET',
  path: '/payout-runs/{runId}/preview',
  summary:
    'What an approver should see: totals, change since the last run, outliers, what is left out and why, late items.',
  security: 'bearer',
  scope: 'payouts:read',
  params: RunId,
  success: { status: 200, body: RunPreview },
  errors: may('RUN_NOT_FOUND', 'RUN_STATE'),
});

export const listLeftOut = endpoint({
  method: 'GET',
  path: '/payout-runs/{runId}/left-out',
  summary: 'The sellers of whose money the run leaves something for later, by seller, with the reason.',
  security: 'bearer',
  scope: 'payouts:read',
  params: RunId,
  query: z.object({
    reason: z.string().max(40).optional(),
    after: SellerKey.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(z.object({ sellerId: SellerKey, reason: z.string(), amount: WonNumber })) },
  errors: may('RUN_NOT_FOUND'),
});

export const approveRun = endpoint({
  method: 'POST',
  path: '/payout-runs/{runId}/approve',
  summary: 'Approve exactly the content that was shown; the drafter may not. Approves a stopped run again.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: RunId,
  body: z.object({ contentHash: z.string() }),
  success: { status: 200, body: RunView },
  errors: may(
    'RUN_NOT_FOUND',
    'RUN_STATE',
    'RUN_CONTENT_CHANGED',
    'RUN_SECOND_PERSON_REQUIRED',
    'RUN_LIMIT_EXCEEDED',
    'RUN_REAUTHENTICATION_REQUIRED',
  ),
});

export const dispatchRun = endpoint({
  method: 'POST',
  path: '/payout-runs/{runId}/dispatch',
  summary:
    'Send an approved run now instead of at its dispatch time. Gates, limits, a halt and the balance still apply; outside of the hours of EXPRESS the provider pays on the next business day.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: RunId,
  body: z.object({ reason: DecisionReason }),
  success: { status: 202, body: RunView },
  errors: may('RUN_NOT_FOUND', 'RUN_STATE', 'PERSON_REQUIRED', 'DISPATCH_REAUTHENTICATION_REQUIRED'),
});

export const rejectRun = endpoint({
  method: 'POST',
  path: '/payout-runs/{runId}/reject',
  summary: 'Reject a run of which nothing was sent: its reserved money becomes payable again, for a later run.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: RunId,
  body: z.object({ reason: z.string().min(1).max(500).optional() }).optional(),
  success: { status: 200, body: RunView },
  errors: may('RUN_NOT_FOUND', 'RUN_STATE'),
});

export const runsContract = {
  listRuns,
  requestRun,
  getRun,
  watchRun,
  previewRun,
  listLeftOut,
  approveRun,
  dispatchRun,
  rejectRun,
} as const;
