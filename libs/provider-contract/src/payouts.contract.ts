import { endpoint, IntText, SeoulInstant } from '@jeongsan/http-contract';
import { WonAmount } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { payoutStatuses } from './lifecycles.js';
import { metadata } from './payment.objects.js';
import { SellerId } from './sellers.contract.js';
import { entity, entityList } from './v2-envelope.js';
import { decisive } from './reading.js';

export const PayoutId = z.string().min(1).max(35);
export const PAYOUTS_PER_REQUEST_MAX = 100;
/** Upper bound of a single payout in won, exclusive (document 2 section 4). */
export const PAYOUT_AMOUNT_LIMIT = 1_000_000_000n;
/** Maximum length of the text on the bank transfer (document 2 section 2.9). */
export const TRANSACTION_DESCRIPTION_MAX = 7;

// ASSUMED: the codes of a bank's refusal are not published; those of the legacy interface that are about an account, and the sandbox's own.
/** Error codes of payouts that were accepted and failed later. The list is not complete. */
export const payoutFailureCodes = [
  'ACCOUNT_TRANSFER_REJECTED',
  'ACCOUNT_OWNER_CHECK_FAILED',
  'INVALID_ACCOUNT_NUMBER',
  'NOT_MATCH_PAYEE_NAME',
] as const;

/** Document 2 section 2.9. */
export const Payout = decisive(
  z.object({
    id: PayoutId,
    refPayoutId: z.string().max(50).nullable(),
    destination: SellerId,
    scheduleType: z.enum(['EXPRESS', 'SCHEDULED']),
    payoutDate: z.iso.date(),
    amount: WonAmount,
    transactionDescription: z.string(),
    requestedAt: SeoulInstant,
    status: z.enum(payoutStatuses),
    // ASSUMED: the error of a failed payout is {code, message}; its fields are not shown.
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    metadata: metadata(2000).nullable(),
  }),
  ['id', 'destination', 'amount', 'status'],
  ['refPayoutId'],
);

export const PayoutRequest = z.object({
  refPayoutId: z.string().min(1).max(50),
  destination: SellerId,
  scheduleType: z.enum(['EXPRESS', 'SCHEDULED']),
  payoutDate: z.iso.date().nullish(),
  amount: WonAmount,
  transactionDescription: z.string().min(1).max(TRANSACTION_DESCRIPTION_MAX),
  metadata: metadata(2000).nullish(),
});

export const createPayouts = endpoint({
  method: 'POST',
  path: '/v2/payouts',
  summary: 'Ask for up to 100 payouts, all or none; the first failing item is the error.',
  security: 'basic',
  sealed: true,
  timeoutMs: 60_000,
  // ASSUMED: the body is an array, seen in real traffic; guides print one object, so one object is accepted too.
  body: z.union([z.array(PayoutRequest).min(1), PayoutRequest]),
  success: { status: 200, body: entityList('payout', Payout) },
  errors: codes(
    'INVALID_ENCRYPTION',
    'NOT_FOUND_SELLER',
    'FORBIDDEN_SELLER_PAYOUT',
    'NOT_ENOUGH_AMOUNT',
    'NOT_ALLOWED_HOLIDAY',
    'INVALID_PAYABLE_DATE',
    'NOT_AVAILABLE_EXPRESS_TIME',
    'EXCEED_MAX_PAYOUT_AMOUNT',
    'EXCEED_MAX_PAYOUT_COUNT',
    'DUPLICATED_REF_PAYOUT_ID',
    'FORBIDDEN_REQUEST',
  ),
});

export const cancelPayout = endpoint({
  method: 'POST',
  path: '/v2/payouts/{id}/cancel',
  summary: 'Cancel a payout that is still REQUESTED.',
  security: 'basic',
  params: z.object({ id: PayoutId }),
  success: { status: 200, body: entity('payout', Payout) },
  errors: codes('PAYOUT_NOT_FOUND', 'NOT_CANCELABLE_PAYOUT', 'FORBIDDEN_REQUEST'),
});

export const getPayout = endpoint({
  method: 'GET',
  path: '/v2/payouts/{id}',
  summary: 'Read a payout.',
  security: 'basic',
  params: z.object({ id: PayoutId }),
  success: { status: 200, body: entity('payout', Payout) },
  errors: codes('PAYOUT_NOT_FOUND', 'FORBIDDEN_REQUEST'),
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/v2/payouts',
  summary: 'Payouts in the order they were requested, by window of payout date.',
  security: 'basic',
  query: z.object({
    limit: IntText.optional(),
    startingAfter: PayoutId.optional(),
    payoutDateGte: z.iso.date().optional(),
    payoutDateLte: z.iso.date().optional(),
  }),
  success: { status: 200, body: entityList('payout', Payout) },
  errors: codes('EXCEED_MAX_QUERY_LIMIT', 'PAYOUT_NOT_FOUND', 'FORBIDDEN_REQUEST', 'TOO_MANY_REQUESTS'),
});

/** Document 2 section 2.7. Only KRW is supported. */
export const Balance = decisive(z.object({ pendingAmount: WonAmount, availableAmount: WonAmount }), [
  'availableAmount',
]);

export const getBalance = endpoint({
  method: 'GET',
  path: '/v2/balances',
  summary: 'What is settled and cannot be paid out yet, and what can.',
  security: 'basic',
  success: { status: 200, body: entity('balance', Balance) },
  errors: codes('FORBIDDEN_REQUEST'),
});

export const payoutOperations = { getBalance, createPayouts, cancelPayout, getPayout, listPayouts } as const;
