import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { TermsBody } from '@jeongsan/settlement';
import { payoutMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { adjustmentsContract } from './adjustments.contract.js';
import { commissionRulesContract } from './commission-rules.contract.js';
import { calendarContract } from './calendar.contract.js';
import { holdsContract } from './holds.contract.js';
import { may } from './refusals.js';
import { Waiting } from './waiting.js';
import { settlementBalancesContract } from './settlement-balances.contract.js';
import { runsContract } from './runs.contract.js';
import { BusinessDate, NumbersNeeded, SellerKey, Won } from './values.js';

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
  finishedAt: Instant.nullable(),
  /** What the payout waits for, and until when; null: it has ended. */
  waiting: Waiting.nullable(),
});

export const listPayoutViews = endpoint({
  method: 'GET',
  path: '/payouts',
  summary: 'Payouts by id.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    runId: z.uuid().optional(),
    sellerId: SellerKey.optional(),
    state: z.enum(payoutMachine.states).optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(PayoutView) },
  errors: may(),
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
  summary: 'Statements of a run or of a seller: opening + movements = payout + carried.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    runId: z.uuid().optional(),
    sellerId: SellerKey.optional(),
    after: z.uuid().optional(),
    limit: IntText.optional(),
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
export const termsContract = { setTerms, listTerms } as const;

export const payoutViewsContract = { listPayoutViews, listStatements, listSellerPositions } as const;

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
