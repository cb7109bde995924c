import { endpoint, Instant, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, filters, paging, SellerKey } from './values.js';

const OfSeller = z.object({ sellerId: SellerKey });
const isOpen = z.enum(['true', 'false']).optional();

/** What a hold keeps: all money of a seller (SELLER), the money of one order (ORDER), or an amount (AMOUNT). */
export const HoldScope = z.enum(['SELLER', 'ORDER', 'AMOUNT']);

export const HoldView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  scope: HoldScope,
  orderId: z.string().nullable(),
  amount: WonNumber.nullable(),
  reason: z.string(),
  detail: z.string().nullable(),
  /** The Asia/Seoul date on which the hold ends; null: a person must release it. */
  releaseOn: BusinessDate.nullable(),
  placedAt: Instant,
  placedBy: z.string().nullable(),
  releasedAt: Instant.nullable(),
  releasedBy: z.string().nullable(),
});

export const placeHold = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/holds',
  summary: "Keep a seller's money, an order's, or an amount until the hold is released or its day has come.",
  security: 'bearer',
  scope: 'payouts:operate',
  params: OfSeller,
  body: z.object({
    scope: HoldScope.default('SELLER'),
    orderId: z.string().min(1).max(64).optional(),
    amount: WonNumber.optional(),
    reason: z.string().regex(/^[A-Z_]{3,40}$/),
    detail: z.string().max(500).optional(),
    releaseOn: BusinessDate.optional(),
  }),
  success: { status: 201, body: HoldView },
  errors: may('SELLER_NOT_FOUND', 'HOLD_SCOPE_INVALID', 'HOLD_ORDER_UNKNOWN', 'HOLD_DATE_INVALID', 'HOLD_CONFLICT'),
});

export const releaseHold = endpoint({
  method: 'POST',
  path: '/holds/{holdId}/release',
  summary: 'Release a hold.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ holdId: z.uuid() }),
  success: { status: 200, body: HoldView },
  errors: may('HOLD_NOT_FOUND'),
});

export const listSellerHolds = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/holds',
  summary: 'Holds of a seller, open and released.',
  security: 'bearer',
  scope: 'payouts:read',
  params: OfSeller,
  query: z.object({ open: isOpen, ...paging }),
  success: { status: 200, body: page(HoldView) },
  errors: may('SELLER_NOT_FOUND'),
});

export const listHolds = endpoint({
  method: 'GET',
  path: '/holds',
  summary:
    'Holds of all sellers, newest first: of a seller, a scope or a reason, placed on some days; `due`: the open ones that end on or before a day.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    open: isOpen,
    due: BusinessDate.optional(),
    sellerId: SellerKey.optional(),
    scope: HoldScope.optional(),
    reason: z.string().min(1).max(60).optional(),
    orderId: z.string().min(1).max(64).optional(),
    /** Days on which holds were placed. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(HoldView) },
  errors: may(),
});

export const getHold = endpoint({
  method: 'GET',
  path: '/holds/{holdId}',
  summary: 'One hold, open or released.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ holdId: z.uuid() }),
  success: { status: 200, body: HoldView },
  errors: may('HOLD_NOT_FOUND'),
});

/** An exception from the payout rules for one statement; so far only a payout below the minimum. */
export const PayoutOverrideView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  kind: z.enum(['BELOW_MINIMUM']),
  forBusinessDate: BusinessDate,
  reason: z.string(),
  placedBy: z.string(),
  placedAt: Instant,
});

export const overridePayout = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/payout-overrides',
  summary: "Let a seller's statement of one day pay below the minimum. Repeating it changes nothing.",
  security: 'bearer',
  scope: 'payouts:operate',
  params: OfSeller,
  body: z.object({ kind: z.enum(['BELOW_MINIMUM']), forBusinessDate: BusinessDate, reason: DecisionReason }),
  success: { status: 201, body: PayoutOverrideView },
  errors: may(
    'SELLER_NOT_FOUND',
    'OVERRIDE_DATE_INVALID',
    'OVERRIDE_TOO_LATE',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const listPayoutOverrides = endpoint({
  method: 'GET',
  path: '/sellers/{sellerId}/payout-overrides',
  summary: 'Every exception that was made for a seller, by whom and why.',
  security: 'bearer',
  scope: 'payouts:read',
  params: OfSeller,
  query: z.object(paging),
  success: { status: 200, body: page(PayoutOverrideView) },
  errors: may('SELLER_NOT_FOUND'),
});

export const holdsContract = {
  placeHold,
  releaseHold,
  listSellerHolds,
  listHolds,
  getHold,
  overridePayout,
  listPayoutOverrides,
} as const;
