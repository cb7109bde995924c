import type { Executor } from '@jeongsan/database';
import type { PaymentState } from '@jeongsan/state-machines';

/** A row of `gateway.payment`: one attempt to pay an order. */
export type PaymentRecord = Readonly<{
  id: string;
  orderId: string;
  paymentKey: string;
  amount: bigint;
  canceled: bigint;
  state: PaymentState;
  refusalCode: string | null;
  createdAt: Date;
}>;

const PAYMENT = `select id, order_id as "orderId", payment_key as "paymentKey", amount, canceled, state,
                        refusal_code as "refusalCode", created_at as "createdAt" from gateway.payment`;

export async function findPayment(db: Executor, paymentKey: string): Promise<PaymentRecord | undefined> {
  const [row] = await db.query<PaymentRecord[]>(`${PAYMENT} where payment_key = $1`, [paymentKey]);
  return row;
}

/** The valid payment of an order: the live one, otherwise the one refused last. */
export async function findPaymentOfOrder(db: Executor, orderId: string): Promise<PaymentRecord | undefined> {
  const [live] = await db.query<PaymentRecord[]>(`${PAYMENT} where order_id = $1 and state <> 'refused'`, [orderId]);
  if (live) return live;
  const refused = `${PAYMENT} where order_id = $1 and state = 'refused' order by created_at desc limit 1`;
  const [last] = await db.query<PaymentRecord[]>(refused, [orderId]);
  return last;
}

/**
 * Reads a payment and locks it until the transaction ends. Every change of a payment or its cancels takes this lock
 * first.
 */
export async function lockPayment(tx: Executor, id: string): Promise<PaymentRecord> {
  const [row] = await tx.query<PaymentRecord[]>(`${PAYMENT} where id = $1 for update`, [id]);
  if (!row) throw new Error(`Payment ${id} does not exist`);
  return row;
}
