import { endpoint, Instant, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { sellerAdjustmentMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { DecisionReason, filters, NamedInstant, paging, SellerKey, Won } from './values.js';

const OfSeller = z.object({ sellerId: SellerKey });
/** A document or a bank's record that explains the money. */
const Reference = z.string().trim().min(1).max(100);

/** Won that a person gives to a seller (positive) or takes from the seller (negative). */
export const AdjustmentView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  amount: Won,
  reason: z.string(),
  reference: z.string().nullable(),
  state: z.enum(sellerAdjustmentMachine.states),
  proposedBy: z.string(),
  proposedAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** The part of a negative amount that the payable balance did not cover, and that became debt. */
  toDebt: WonNumber,
});

export const proposeAdjustment = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/adjustments',
  summary:
    'Give won to a seller, or take won from the seller (negative). Up to ADJUST_ALONE_UP_TO it is posted at once; above, a second person approves.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: OfSeller,
  body: z.object({
    amount: Won.refine((amount) => amount !== 0n, 'must not be nothing'),
    reason: DecisionReason,
    reference: Reference.optional(),
  }),
  success: { status: 201, body: AdjustmentView },
  errors: may('SELLER_NOT_FOUND', 'ADJUSTMENT_SECOND_PERSON_REQUIRED', 'REAUTHENTICATION_REQUIRED'),
});

const OfAdjustment = z.object({ adjustmentId: z.uuid() });

export const approveAdjustment = endpoint({
  method: 'POST',
  path: '/adjustments/{adjustmentId}/approve',
  summary: 'Approve and post an adjustment of a seller; the person who proposed it may not.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfAdjustment,
  success: { status: 200, body: AdjustmentView },
  errors: may(
    'ADJUSTMENT_NOT_FOUND',
    'ADJUSTMENT_STATE',
    'ADJUSTMENT_SECOND_PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const rejectAdjustment = endpoint({
  method: 'POST',
  path: '/adjustments/{adjustmentId}/reject',
  summary: 'Reject a proposed adjustment of a seller.',
  security: 'bearer',
  scope: 'payouts:approve',
  params: OfAdjustment,
  success: { status: 200, body: AdjustmentView },
  errors: may('ADJUSTMENT_NOT_FOUND', 'ADJUSTMENT_STATE'),
});

export const getAdjustment = endpoint({
  method: 'GET',
  path: '/adjustments/{adjustmentId}',
  summary: 'One adjustment of a seller.',
  security: 'bearer',
  scope: 'payouts:read',
  params: OfAdjustment,
  success: { status: 200, body: AdjustmentView },
  errors: may('ADJUSTMENT_NOT_FOUND'),
});

export const listAdjustments = endpoint({
  method: 'GET',
  path: '/adjustments',
  summary: 'Adjustments of sellers, newest first: proposed, posted and rejected.',
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    state: z.enum(sellerAdjustmentMachine.states).optional(),
    /** Days on which adjustments were proposed. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(AdjustmentView) },
  errors: may(),
});

/** Won that a seller paid back beside the provider. */
export const RepaymentView = z.object({
  id: z.uuid(),
  sellerId: SellerKey,
  amount: WonNumber,
  receivedAt: Instant,
  reference: z.string(),
  reason: z.string(),
  recordedBy: z.string(),
  recordedAt: Instant,
});

export const recordRepayment = endpoint({
  method: 'POST',
  path: '/sellers/{sellerId}/repayments',
  summary:
    'Record money that a seller paid back beside the provider: it lowers the debt. One person within the limits; a reference counts once.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: OfSeller,
  body: z.object({
    amount: WonNumber.refine((amount) => amount > 0n, 'must be more than nothing'),
    receivedAt: NamedInstant,
    /** What the bank's record of the money is found by; each reference is accepted once. */
    reference: Reference,
    reason: DecisionReason,
  }),
  success: { status: 201, body: RepaymentView },
  errors: may(
    'SELLER_NOT_FOUND',
    'DEBT_EXCEEDED',
    'REPAYMENT_REFERENCE_USED',
    'REPAYMENT_DATE_INVALID',
    'PERSON_REQUIRED',
    'APPROVAL_LIMIT_EXCEEDED',
    'REAUTHENTICATION_REQUIRED',
  ),
});

export const listRepayments = endpoint({
  method: 'GET',
  path: '/repayments',
  summary: "Sellers' repayments of debt, the latest recorded first.",
  security: 'bearer',
  scope: 'payouts:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    /** Days on which the money was received. */
    ...filters.days,
    ...filters.amounts,
    /** Part of the reference. */
    ...filters.text,
    ...paging,
  }),
  success: { status: 200, body: page(RepaymentView) },
  errors: may(),
});

export const getRepayment = endpoint({
  method: 'GET',
  path: '/repayments/{repaymentId}',
  summary: 'One repayment of debt.',
  security: 'bearer',
  scope: 'payouts:read',
  params: z.object({ repaymentId: z.uuid() }),
  success: { status: 200, body: RepaymentView },
  errors: may('REPAYMENT_NOT_FOUND'),
});

export const adjustmentsContract = {
  proposeAdjustment,
  approveAdjustment,
  rejectAdjustment,
  getAdjustment,
  listAdjustments,
  recordRepayment,
  listRepayments,
  getRepayment,
} as const;
