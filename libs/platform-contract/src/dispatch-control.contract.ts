import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { runLimits } from '@jeongsan/messaging';
import { WonNumber } from '@jeongsan/money';
import { payoutMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, filters, SellerKey, Won } from './values.js';

/** One sentence for operators, in both languages. */
export const BilingualText = z.object({ ko: z.string(), en: z.string() });

export { runLimits };
export const RunLimit = z.enum(runLimits);

/** Whether the balance at the provider covers payouts that wait to be sent. */
export const BalanceCover = z.object({
  /** PROVIDER: as the provider said at `at`, less what was sent since; LEDGER: by our books. */
  source: z.enum(['PROVIDER', 'LEDGER']),
  at: Instant,
  /** Won that no payout has taken. */
  free: Won,
  waiting: WonNumber,
  /** Won that are missing; 0: covered. Runs of earlier dates take the balance first. */
  shortBy: WonNumber,
  /** When the expected inflow covers them; null: they are covered, or no such date is known. */
  fundsOn: BusinessDate.nullable(),
});

/** Why an approved run is not being sent. */
export const RunPause = z.object({
  reason: z.enum([...runLimits, 'HALTED', 'LOCKED', 'BALANCE']),
  text: BilingualText,
  since: Instant.nullable(),
});

export const RunOverrideView = z.object({
  runId: z.uuid(),
  kind: RunLimit,
  reason: z.string(),
  placedBy: z.string(),
  placedAt: Instant,
});

const DispatchDecision = z.object({
  action: z.enum(['halted', 'resumed', 'locked', 'acknowledged']),
  reason: z.string(),
  by: z.string(),
  role: z.string(),
  at: Instant,
});

export const DispatchControlView = z.object({
  /**
   * `open`: payouts are sent. `halted`: a person stopped sending. `locked`: sending stopped itself, since the provider has
   * payouts that our records lack.
   */
  state: z.enum(['open', 'halted', 'locked', 'halted_and_locked']),
  text: BilingualText,
  openFindings: z.int(),
  /** Won of approved payouts that wait to be sent. */
  waiting: WonNumber,
  /** Whether the balance covers them; null: nothing waits. */
  cover: BalanceCover.nullable(),
  /** When our records were last compared with the provider's listing. */
  comparedAt: Instant.nullable(),
  /** The last fifty decisions, newest first. */
  decisions: z.array(DispatchDecision),
});

export const findingKinds = ['UNKNOWN_PAYOUT', 'NEVER_SENT', 'OTHER_CONTENT'] as const;

/** A payout at the provider that our records lack, have as never sent, or have with other content. */
export const FindingView = z.object({
  id: z.string(),
  kind: z.enum(findingKinds),
  text: BilingualText,
  providerPayoutId: z.string(),
  refPayoutId: z.string().nullable(),
  sellerId: SellerKey.nullable(),
  destination: z.string(),
  amount: WonNumber,
  providerStatus: z.string(),
  payoutDate: BusinessDate,
  ourState: z.enum(payoutMachine.states).nullable(),
  ourAmount: WonNumber.nullable(),
  foundAt: Instant,
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: Instant.nullable(),
});

const Because = z.object({ reason: DecisionReason });

export const getDispatchControl = endpoint({
  method: 'GET',
  path: '/dispatch-control',
  summary: 'Whether payouts are being sent, what waits, and who decided what.',
  security: 'bearer',
  scope: 'payouts:read',
  success: { status: 200, body: DispatchControlView },
  errors: may(),
});

export const haltDispatch = endpoint({
  method: 'POST',
  path: '/dispatch-control/halt',
  summary: 'Stop everything: no payout leaves from now on. Repeating it changes nothing.',
  security: 'bearer',
  scope: 'payouts:halt',
  body: Because,
  success: { status: 200, body: DispatchControlView },
  errors: may(),
});

export const resumeDispatch = endpoint({
  method: 'POST',
  path: '/dispatch-control/resume',
  summary: 'Go on after a halt: what waits is taken up at once. Does not lift a lock.',
  security: 'bearer',
  scope: 'payouts:approve',
  body: Because,
  success: { status: 200, body: DispatchControlView },
  errors: may('PERSON_REQUIRED', 'DISPATCH_REAUTHENTICATION_REQUIRED'),
});

export const listFindings = endpoint({
  method: 'GET',
  path: '/dispatch-control/findings',
  summary: 'Payouts that the provider has and that the books do not have as sent.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    open: z.enum(['true', 'false']).optional(),
    sellerId: SellerKey.optional(),
    /** Days on which findings were made. */
    ...filters.days,
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(FindingView) },
  errors: may(),
});

export const acknowledgeFindings = endpoint({
  method: 'POST',
  path: '/dispatch-control/acknowledge',
  summary: 'Lift the lock, having looked at every open finding. The sellers concerned stay held.',
  security: 'bearer',
  scope: 'payouts:approve',
  body: Because.extend({
    /** The number of open findings that the caller looked at: refused when more were found since. */
    openFindings: z.int().min(0),
  }),
  success: { status: 200, body: DispatchControlView },
  errors: may('DISPATCH_FINDINGS_CHANGED', 'PERSON_REQUIRED', 'DISPATCH_REAUTHENTICATION_REQUIRED'),
});

export const overrideRun = endpoint({
  method: 'POST',
  path: '/payout-runs/{runId}/overrides',
  summary: 'Let one run pass a limit; the drafter of the run may not decide this. Repeating it changes nothing.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: z.object({ runId: z.uuid() }),
  body: Because.extend({ kind: RunLimit }),
  success: { status: 201, body: RunOverrideView },
  errors: may(
    'RUN_NOT_FOUND',
    'RUN_STATE',
    'RUN_SECOND_PERSON_REQUIRED',
    'RUN_LIMIT_EXCEEDED',
    'RUN_REAUTHENTICATION_REQUIRED',
  ),
});

export const dispatchControlContract = {
  getDispatchControl,
  haltDispatch,
  resumeDispatch,
  listFindings,
  acknowledgeFindings,
} as const;

export const runOverridesContract = { overrideRun } as const;
