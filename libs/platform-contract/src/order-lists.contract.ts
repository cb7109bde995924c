import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { WonNumber } from '@jeongsan/money';
import { PaymentMethod, WalletOrderId } from '@jeongsan/provider-contract';
import { paymentMachine } from '@jeongsan/state-machines';
import { z } from 'zod';
import { may } from './refusals.js';
import { filters, SellerKey } from './values.js';

const PaymentStateName = z.enum(paymentMachine.states);
/** The state of an order's payment; `unpaid`: no payment was ever asked for. */
const OrderStateName = z.enum(['unpaid', ...paymentMachine.states]);

/**
 * Newest first. With filters that no single index serves, one page reads at most 1,000 rows and can hold fewer than `limit`
 * items, even none: only `nextCursor: null` means that the list is at its end.
 */
const paging = { after: z.string().min(1).max(64).optional(), limit: IntText.optional() };

export const OrderSummary = z.object({
  orderId: WalletOrderId,
  orderName: z.string(),
  orderedAt: Instant,
  totalAmount: WonNumber,
  canceledAmount: WonNumber,
  state: OrderStateName,
  /** The payment that `state` is about. */
  paymentKey: z.string().nullable(),
  sellerIds: z.array(SellerKey),
});

export const PaymentSummary = z.object({
  paymentKey: z.string(),
  /** Null: the payment has no registered order. */
  orderId: WalletOrderId.nullable(),
  state: PaymentStateName,
  method: PaymentMethod.nullable(),
  /** Minor units of `currency`: 1234 for 12.34 dollars. */
  amount: WonNumber,
  canceledAmount: WonNumber,
  currency: z.string(),
  /** gateway: paid through us. provider: paid at the provider beside us. */
  side: z.enum(['gateway', 'provider']),
  /** order: the money is its sellers'. unallocated: the money waits for its order. */
  allocation: z.enum(['order', 'unallocated']),
  /** The code with which the provider refused the payment. */
  providerCode: z.string().nullable(),
  /** When the payment came into the books. */
  createdAt: Instant,
  approvedAt: Instant.nullable(),
  /** Until when the buyer can deposit into the virtual account; null: the payment has none. */
  depositDue: Instant.nullable(),
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  summary: 'Orders, newest first: of a seller, in a state, of some days, amounts or words.',
  security: 'bearer',
  scope: 'payments:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    state: OrderStateName.optional(),
    ...filters.days,
    /** Of the order's total. */
    ...filters.amounts,
    /** Part of the order's id or name. */
    ...filters.text,
    ...paging,
  }),
  success: { status: 200, body: page(OrderSummary) },
  errors: may(),
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/payments',
  summary:
    'Payments, newest first: of a seller, in a state, by a way of paying, allocated or not, of some days, amounts or words.',
  security: 'bearer',
  scope: 'payments:read',
  query: z.object({
    sellerId: SellerKey.optional(),
    state: PaymentStateName.optional(),
    method: PaymentMethod.optional(),
    allocation: z.enum(['order', 'unallocated']).optional(),
    ...filters.days,
    /** Of the payment, in minor units of its currency. */
    ...filters.amounts,
    /** Part of the payment's key, or of its order's id. */
    ...filters.text,
    ...paging,
  }),
  success: { status: 200, body: page(PaymentSummary) },
  errors: may('CURSOR_INVALID'),
});

/** A payment with its sellers and cancels. */
export const PaymentDetail = PaymentSummary.extend({
  transactionKey: z.string().nullable(),
  /** The order number at the provider, where it is another than `orderId`. */
  providerOrderId: z.string().nullable(),
  sellerIds: z.array(SellerKey),
  /** Oldest first. */
  cancels: z.array(
    z.object({
      cancelId: z.uuid(),
      amount: WonNumber,
      state: z.string(),
      requestedAt: Instant,
      canceledAt: Instant.nullable(),
    }),
  ),
});

export const getPaymentView = endpoint({
  method: 'GET',
  path: '/payments/{paymentKey}',
  summary: 'A payment as our books have it, with its sellers and cancels.',
  security: 'bearer',
  scope: 'payments:read',
  params: z.object({ paymentKey: z.string().min(1).max(200) }),
  success: { status: 200, body: PaymentDetail },
  errors: may('PAYMENT_NOT_FOUND'),
});

export const orderListsContract = { listOrders, listPayments, getPaymentView } as const;
