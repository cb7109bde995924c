import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { TermsBody } from '@jeongsan/settlement';
import { batchMachine, payoutMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { adjustmentsContract } from './adjustments.contract.js';
import { commissionRulesContract } from './commission-rules.contract.js';
import { calendarContract } from './calendar.contract.js';
import { holdsContract } from './holds.contract.js';
import { may } from './refusals.js';
import { Waiting } from './waiting.js';
import { settlementBalancesContract } from './settlement-balances.contract.js';
import { runsContract } from './runs.contract.js';
import { BusinessDate, filters, NumbersNeeded, paging, SellerKey, Won } from './values.js';

export const TermsIn = TermsBody.extend({ effectiveFrom: BusinessDate });
export const TermsView = TermsIn.extend({
  sellerId: SellerKey,
  /** Who set this version of the terms; null: the version is older than this member. */
  setBy: z.string().nullable(),
  numbersNeeded: NumbersNeeded,
});

export const setTerms = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/terms',
  summary:
    "A new version of a seller's terms, for orders from a day on: not before the version in force. A key may set the first one, a person those that follow. Repeating it changes nothing.",
  security: 'bearer',
  scope: 'terms:write',
  params: z.object({ sellerId: SellerKey }),
  body: TermsIn,
  success: { status: 201, body: TermsView },
  errors: may(
    'TERMS_CONFLICT',
    'TERMS_INVALID',
    'TERMS_OUT_OF_ORDER',
    'TERMS_SECOND_PERSON_REQUIRED',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const listTerms = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/terms',
  summary: "Every version of a seller's terms.",
  security: 'bearer',
  scope: 'sellers:read',
  params: z.object({ sellerId: SellerKey }),
  success: { status: 200, body: z.object({ items: z.array(TermsView) }) },
  errors: may(),
});

export const listAllTerms = endpoint({
  method: 'GET',
  path: '/terms',
  summary: 'Versions of the terms of all sellers, by seller and date: in force on a date, or beginning on some dates.',
  security: 'bearer',
  scope: 'sellers:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    /** Of each seller the version for orders of this date. */
    on: BusinessDate.optional(),
    /** First and last date on which a version begins. */
    ...filters.days,
    cycle: z.string().min(1).max(200).optional(),
    after: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,40} \d{4}-\d{2}-\d{2}$/, 'is not the nextCursor of an earlier page')
      .refine((cursor) => BusinessDate.safeParse(cursor.slice(-10)).success, 'is not the nextCursor of an earlier page')
      .optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(TermsView) },
  errors: may(),
});

export const PayoutView = z.object({
  id: z.uuid(),
  refPayoutId: z.string(),
  runId: z.uuid(),
  sellerId: SellerKey,
  amount: WonNumber,
  state: z.enum(payoutMachine.states),
  scheduleType: z.string().nullable(),
  payoutDate: BusinessDate.nullable(),
  providerPayoutId: z.string().nullable(),
  failureCode: z.string().nullable(),
  failureClass: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** What the payout waits for, and until when; null: it has ended. */
  waiting: Waiting.nullable(),
});

/** A payout with its way to the provider. `GET /payouts/{payoutId}/explanation` says why it is this much. */
export const PayoutDetail = PayoutView.extend({
  statementId: z.uuid(),
  /** The request to the provider that holds it; null: in none yet. */
  batchId: z.uuid().nullable(),
  providerSellerId: z.string(),
  /** As the provider said last. */
  providerStatus: z.string().nullable(),
  submittedAt: Instant.nullable(),
  observedAt: Instant.nullable(),
  /** Not sent before this date; null: as soon as its run is. */
  notBefore: BusinessDate.nullable(),
});

export const listPayoutViews = endpoint({
  method: 'GET',
  path: '/payouts',
  summary: 'Payouts, newest first: of a run, a batch or a seller, in a state, still owed, of some days or amounts.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    runId: z.uuid().optional(),
    sellerId: SellerKey.optional(),
    batchId: z.uuid().optional(),
    state: z.enum(payoutMachine.states).optional(),
    scheduleType: z.enum(['EXPRESS', 'SCHEDULED']).optional(),
    /** Of the payouts that ended without paying: whether their money is still owed and was not made payable anew. */
    owed: z.enum(['true', 'false']).optional(),
    /** The date on which the provider pays. */
    payoutDate: BusinessDate.optional(),
    /** Days on which payouts were planned. */
    ...filters.days,
    ...filters.amounts,
    ...paging,
  }),
  success: { status: 200, body: page(PayoutView) },
  errors: may(),
});

export const getPayoutView = endpoint({
  method: 'GET',
  path: '/payouts/{payoutId}',
  summary: 'A payout and where it is.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ payoutId: z.uuid() }),
  success: { status: 200, body: PayoutDetail },
  errors: may('PAYOUT_NOT_FOUND'),
});

/** A request with up to a hundred payouts, frozen before it is sent to the provider. */
export const BatchView = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  state: z.enum(batchMachine.states),
  scheduleType: z.string(),
  payoutDate: BusinessDate,
  payoutCount: z.int(),
  amount: WonNumber,
  createdAt: Instant,
  /** Null: not sent. */
  sentAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  rejectionCode: z.string().nullable(),
  /** Complete listings of the provider without any of its payouts. */
  absentListings: z.int(),
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/payout-batches',
  summary: 'Requests to the provider, newest first: of a run, in a state, for a date, of some days.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    runId: z.uuid().optional(),
    state: z.enum(batchMachine.states).optional(),
    scheduleType: z.enum(['EXPRESS', 'SCHEDULED']).optional(),
    payoutDate: BusinessDate.optional(),
    /** Days on which batches were made. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(BatchView) },
  errors: may(),
});

export const getBatch = endpoint({
  method: 'GET',
  path: '/payout-batches/{batchId}',
  summary: 'A request to the provider, with its payouts.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ batchId: z.uuid() }),
  success: {
    status: 200,
    body: BatchView.extend({
      /** The Idempotency-Key that the request is sent with. */
      idempotencyKey: z.string(),
      /** When its outcome is looked up next, while it is unknown. */
      resolveAt: Instant.nullable(),
      /** The batch that is sent first; null: it waits for none. */
      waitsFor: z.uuid().nullable(),
      payouts: z.array(PayoutView),
    }),
  },
  errors: may('BATCH_NOT_FOUND'),
});

export const StatementView = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  sellerId: SellerKey,
  businessDate: BusinessDate,
  opening: Won,
  movements: Won,
  payoutAmount: WonNumber,
  carried: Won,
  holdReason: z.string().nullable(),
  /** Won that closing this statement moved; each amount is also one of its movements. */
  reserveReleased: WonNumber,
  debtNetted: WonNumber,
  withheld: Won,
  reserveHeld: WonNumber,
  /** Won kept back by open holds and by refunds under way. */
  heldBack: WonNumber,
});

export const listStatements = endpoint({
  method: 'GET',
  path: '/statements',
  summary:
    'Statements, newest first: of a run or a seller, of some dates or amounts. Opening + movements = payout + carried.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    runId: z.uuid().optional(),
    sellerId: SellerKey.optional(),
    /** By the statement's date. */
    ...filters.days,
    /** What the statement pays. */
    ...filters.amounts,
    /** Why nothing was paid. */
    holdReason: z.string().min(1).max(60).optional(),
    ...paging,
  }),
  success: { status: 200, body: page(StatementView) },
  errors: may(),
});

/** Where a seller's money is, in won by account, and what keeps it from being paid. */
export const SellerPosition = z.object({
  sellerId: SellerKey,
  pending: WonNumber,
  payable: WonNumber,
  reserved: WonNumber,
  reserve: WonNumber,
  debt: WonNumber,
  paid: WonNumber,
  /** Income tax withheld so far, less the tax that refunds returned. */
  withheld: Won,
  failed: WonNumber,
  failedCount: z.int(),
  lastFailureCode: z.string().nullable(),
  holdReasons: z.array(z.string()),
});

export const listSellerPositions = endpoint({
  method: 'GET',
  path: '/seller-positions',
  summary: "Where each seller's money is, and what keeps it there.",
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({ after: SellerKey.optional(), limit: IntText.optional() }),
  success: { status: 200, body: page(SellerPosition) },
  errors: may(),
});

/**
 * Endpoints for terms, rules, runs, payouts, holds and balances; `scheduler.contract.ts` adds the other endpoints of
 * payout-scheduler.
 */
export const termsContract = { setTerms, listTerms, listAllTerms } as const;

export const payoutViewsContract = {
  listPayoutViews,
  getPayoutView,
  listBatches,
  getBatch,
  listStatements,
  listSellerPositions,
} as const;

export const payoutsContract = {
  ...calendarContract,
  ...termsContract,
  ...commissionRulesContract,
  ...runsContract,
  ...payoutViewsContract,
  ...holdsContract,
  ...settlementBalancesContract,
  ...adjustmentsContract,
} as const;
