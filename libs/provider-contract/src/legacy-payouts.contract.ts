import { endpoint } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { codes } from './errors.js';
import { legacyPayoutStatuses } from './lifecycles.js';
import { CompactInstant, legacy, SubMallIdText, SubMallMetadata } from './sub-mall.values.js';
import { SubMallAccount } from './sub-malls.contract.js';
import { decisive } from './reading.js';

export const LEGACY_PAYOUTS_PER_REQUEST_MAX = 100;

/** The payout record; payoutDate is yyyyMMdd and requestedAt yyyyMMddHHmmss, both in Asia/Seoul. */
export const LegacyPayout = decisive(
  z.object({
    payoutKey: z.string().max(24),
    subMallId: z.string().max(20).nullable(),
    payoutDate: z.string().regex(/^\d{8}$/),
    payoutAmount: WonNumber,
    account: SubMallAccount.nullable(),
    requestedAt: CompactInstant,
    status: z.enum(legacyPayoutStatuses),
    requestId: z.string().nullable(),
    metadata: SubMallMetadata.nullable(),
    failure: z.object({ code: z.string(), message: z.string().max(510) }).nullable(),
    transferSummary: z.string().max(7).nullable(),
  }),
  ['payoutKey', 'payoutAmount', 'status'],
);

/** The amount that can be paid out: the same balance as in the /v2 API. */
const LegacyBalance = decisive(z.object({ balance: WonNumber }), ['balance']);

export const getLegacyBalance = endpoint({
  ...legacy,
  method: 'GET',
  path: '/v1/payouts/sub-malls/settlements/balance',
  summary: 'What can be paid out.',
  success: { status: 200, body: LegacyBalance },
  errors: codes('FORBIDDEN_REQUEST'),
});

const LegacyPayoutRequest = z.object({
  subMallId: SubMallIdText,
  // ASSUMED: yyyy-MM-dd as in the queries, or yyyyMMdd as in the answers; the format is not shown.
  payoutDate: z.string().max(100),
  payoutAmount: WonNumber,
  transferSummary: z.string().max(7).nullish(),
  requestId: z.string().min(1).max(64).nullish(),
  metadata: SubMallMetadata.nullish(),
});

export const createLegacyPayouts = endpoint({
  ...legacy,
  method: 'POST',
  path: '/v1/payouts/sub-malls/settlements',
  summary: 'Ask for payouts, all or none; answers what can be paid out after them.',
  // ASSUMED: as many as in the /v2 interface.
  body: z.array(LegacyPayoutRequest).min(1).max(LEGACY_PAYOUTS_PER_REQUEST_MAX),
  success: { status: 200, body: LegacyBalance },
  errors: codes(
    'INVALID_PAYABLE_DATE',
    'NOT_ALLOWED_HOLIDAY',
    'NOT_ENOUGH_AMOUNT',
    'EXCEED_MAX_PAYOUT_AMOUNT',
    'DUPLICATED_REQUEST',
    'NOT_FOUND_SUBMALL',
    'NOT_REGISTERED_SUBMALL',
    'ACCOUNT_OWNER_CHECK_FAILED',
    'NOT_MATCH_PAYEE_NAME',
    'INVALID_SUBMALL_ID',
    'FORBIDDEN_REQUEST',
  ),
});

export const listLegacyPayouts = endpoint({
  ...legacy,
  method: 'GET',
  path: '/v1/payouts/sub-malls/settlements',
  summary: 'Payouts of a period.',
  query: z.object({ startDate: z.iso.date(), endDate: z.iso.date() }),
  success: { status: 200, body: z.array(LegacyPayout) },
  errors: codes('INVALID_DATE', 'FORBIDDEN_REQUEST'),
});

const payoutParams = z.object({ payoutKey: z.string().min(1).max(24) });

export const getLegacyPayout = endpoint({
  ...legacy,
  method: 'GET',
  path: '/v1/payouts/sub-malls/settlements/{payoutKey}',
  summary: 'Read a payout.',
  params: payoutParams,
  success: { status: 200, body: LegacyPayout },
  errors: codes('PAYOUT_NOT_FOUND', 'FORBIDDEN_REQUEST'),
});

export const cancelLegacyPayout = endpoint({
  ...legacy,
  method: 'POST',
  path: '/v1/payouts/sub-malls/settlements/{payoutKey}/cancel',
  summary: 'Cancel a payout that is still REQUESTED.',
  params: payoutParams,
  success: { status: 200, body: LegacyPayout },
  errors: codes('PAYOUT_NOT_FOUND', 'NOT_CANCELABLE_PAYOUT', 'FORBIDDEN_REQUEST'),
});

export const legacyPayoutOperations = {
  getLegacyBalance,
  createLegacyPayouts,
  listLegacyPayouts,
  getLegacyPayout,
  cancelLegacyPayout,
} as const;
