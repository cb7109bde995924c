import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { unallocatedReasons } from '@jeongsan/messaging';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { Order, OrderLineIn } from './orders.contract.js';
import { may } from './refusals.js';

/**
 * Why no registered order fits a payment. `SPLIT_…`: the order could not be made from the splits of what was sold: some of the
 * products have no split (MISSING), the amounts do not add up to the payment (MISMATCH), or the order was refused, for example
 * because a seller has no terms (REFUSED).
 */
export const UnallocatedBecause = z.enum(unallocatedReasons);
/** `gateway`: the payment came through us. `provider`: it was made beside us, and found there. */
const Side = z.enum(['gateway', 'provider']);

/** A buyer's money that belongs to no order, with what is known about it. No personal data. */
export const UnallocatedPayment = z.object({
  paymentKey: z.string(),
  /** The order number that the provider shows. */
  orderNumber: z.string(),
  because: UnallocatedBecause,
  /** Minor units of `currency`: 1234 for 12.34 dollars. */
  amount: WonNumber,
  /** The part of the amount that went back to the buyer. */
  canceled: WonNumber,
  currency: z.string(),
  method: z.string().nullable(),
  state: z.string(),
  side: Side,
  /** The account at the provider. */
  mId: z.string().nullable(),
  approvedAt: Instant.nullable(),
  firstSeenAt: Instant,
  /** Whole days since the approval. */
  ageDays: z.int(),
  /** The total of the registered order with this number; null: there is none. */
  registeredTotal: WonNumber.nullable(),
  /** The payment that pays the registered order already; null: there is none. */
  paidBy: z.string().nullable(),
});

export const listUnallocatedPayments = endpoint({
  method: 'GET',
  path: '/unallocated-payments',
  summary: "Buyers' money that no registered order fits, oldest first. Registering the order allocates it by itself.",
  security: 'bearer',
  scope: 'payments:read',
  query: z.object({
    because: UnallocatedBecause.optional(),
    side: Side.optional(),
    currency: z.string().length(3).optional(),
    after: z.string().max(200).optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(UnallocatedPayment) },
  errors: may('CURSOR_INVALID'),
});

export const allocateUnallocatedPayment = endpoint({
  method: 'POST',
  path: '/unallocated-payments/{paymentKey}/allocation',
  summary: 'Register the order of an unallocated payment under its order number, and move its money to the sellers.',
  security: 'bearer',
  scope: 'payments:write',
  params: z.object({ paymentKey: z.string().min(1).max(200) }),
  body: z.object({
    /** Absent: the order number. */
    orderName: z.string().min(1).max(100).optional(),
    /** As in POST /orders. What the buyer pays for the lines adds up to the payment. */
    lines: z.array(OrderLineIn).min(1).max(200),
  }),
  success: { status: 200, body: Order },
  errors: may(
    'PAYMENT_NOT_FOUND',
    'PAYMENT_CURRENCY_UNSUPPORTED',
    'PAYMENT_CONFLICT',
    'ORDER_CONFLICT',
    'ORDER_SUM_MISMATCH',
    'LINE_AMOUNT_INVALID',
    'SELLER_UNKNOWN',
    'TERMS_MISSING',
  ),
});

export const unallocatedPaymentsContract = { listUnallocatedPayments, allocateUnallocatedPayment } as const;
