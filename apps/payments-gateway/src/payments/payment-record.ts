import { inList, prepared, type Executor } from '@jeongsan/database';
import type { Currency } from '@jeongsan/money';
import type { UnallocatedBecause } from '@jeongsan/platform-contract';
import { paymentStates, type PaymentState } from '@jeongsan/state-machines';
import type { z } from 'zod';

/** Why a payment's money stands unallocated. */
export type UnallocatedReason = z.output<typeof UnallocatedBecause>;

/** A row of `gateway.payment`: one attempt to pay an order. */
export type PaymentRecord = Readonly<{
  id: string;
  /** The registered order that the money belongs to; null: the payment is unallocated. */
  orderId: string | null;
  /** The order number that the provider shows. */
  orderNumber: string;
  paymentKey: string;
  /** Minor units of `currency`: 1234 for 12.34 dollars. */
  amount: bigint;
  currency: Currency;
  canceled: bigint;
  /** How the payment was made, in the provider's words; null: not known yet. */
  method: string | null;
  state: PaymentState;
  refusalCode: string | null;
  /** The transaction key of the first approval; null: there was none. */
  transactionKey: string | null;
  approvedAt: Date | null;
  createdAt: Date;
}>;

/** A payment that belongs to a registered order. */
export type OrderPayment = PaymentRecord & Readonly<{ orderId: string }>;
export const isAllocated = (payment: PaymentRecord): payment is OrderPayment => payment.orderId !== null;

const PAYMENT = `select id, order_id as "orderId", coalesce(provider_order_id, order_id) as "orderNumber",
                        payment_key as "paymentKey", amount, currency, canceled, state, refusal_code as "refusalCode",
                        transaction_key as "transactionKey", approved_at as "approvedAt", created_at as "createdAt", method
                   from gateway.payment`;

const FIND = prepared('payment.find', `${PAYMENT} where payment_key = $1`);
const LOCK = prepared('payment.lock', `${PAYMENT} where id = $1 for update`);
const OVER = inList(paymentStates.over);

export async function findPayment(db: Executor, paymentKey: string): Promise<PaymentRecord | undefined> {
  const [row] = await db.query<PaymentRecord[]>(FIND, [paymentKey]);
  return row;
}

/** The valid payment of an order: the live one, otherwise the last one that came to nothing. */
export async function findPaymentOfOrder(db: Executor, orderId: string): Promise<PaymentRecord | undefined> {
  const live = await findLivePayment(db, orderId);
  if (live) return live;
  const over = `${PAYMENT} where order_id = $1 and state in ${OVER} order by created_at desc limit 1`;
  const [last] = await db.query<PaymentRecord[]>(over, [orderId]);
  return last;
}

/** The payment that pays, has paid or may still pay an order. */
export async function findLivePayment(db: Executor, orderId: string): Promise<PaymentRecord | undefined> {
  const [live] = await db.query<PaymentRecord[]>(`${PAYMENT} where order_id = $1 and state not in ${OVER}`, [orderId]);
  return live;
}

/**
 * Reads a payment and locks it until the transaction ends. Every change of a payment or its cancels takes this lock
 * first.
 */
export async function lockPayment(tx: Executor, id: string): Promise<PaymentRecord> {
  const [row] = await tx.query<PaymentRecord[]>(LOCK, [id]);
  if (!row) throw new Error(`Payment ${id} does not exist`);
  return row;
}
