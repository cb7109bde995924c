import { randomUUID } from 'node:crypto';
import type { Executor } from '@jeongsan/database';
import { isCurrency } from '@jeongsan/money';
import type { PaymentStatus } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { paymentMachine } from '@jeongsan/state-machines';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { enqueueOrderLook } from '../../look-later.js';
import { moneyTransaction } from '../../money-transaction.js';
import { contradiction } from '../../outcome.js';
import { findLivePayment, findPayment, type PaymentRecord, type UnallocatedReason } from '../payment-record.js';

/** Where a payment was made: through our gateway, or beside it at the provider. */
export type PaymentSide = 'gateway' | 'provider';

// prettier-ignore
/** Whether a payment that our books lack has, or may get, a buyer's money. */
const worth = {
  READY:               () => false,
  IN_PROGRESS:         () => false,
  WAITING_FOR_DEPOSIT: () => true,
  DONE:                () => true,
  PARTIAL_CANCELED:    () => true,
  CANCELED:            (seen) => seen.approvedAt instanceof Date, // otherwise canceled before any deposit
  ABORTED:             () => false,
  EXPIRED:             () => false,
} as const satisfies Record<PaymentStatus, (seen: ProviderPayment) => boolean>;

// A status that the documents do not name says nothing of money yet: the payment is looked at again.
export const isWorthARecord = (seen: ProviderPayment): boolean =>
  Object.hasOwn(worth, seen.status) && worth[seen.status as PaymentStatus](seen);

const ATTEMPTS_MAX = 3;

/**
 * Records a payment that the provider shows and our books lack. The payment belongs to the order with its number if amount and
 * currency agree and no other payment pays that order; otherwise the record has no order, and says why. `unlessOrdered`: the reason
 * when no order has its number.
 */
export async function adoptPayment(
  gateway: Gateway,
  seen: ProviderPayment,
  side: PaymentSide,
  unlessOrdered: UnallocatedReason,
): Promise<PaymentRecord> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await insertAdopted(gateway, seen, side, unlessOrdered);
    const payment = await findPayment(gateway.db, seen.paymentKey);
    if (payment) return payment;
    // Another payment took the order between the check and the insert: the next check sees that payment.
  }
  throw new Error(`Payment ${seen.paymentKey} could not be recorded`);
}

const INSERT = statement(`
  insert into gateway.payment
    (id, order_id, provider_order_id, unallocated_because, payment_key, amount, currency, side, m_id, state, created_at)
  values (:id, :orderId, :orderNumber, :because, :paymentKey, :amount, :currency, :side, :mId, :state, :createdAt)
  on conflict do nothing`);

async function insertAdopted(
  gateway: Gateway,
  seen: ProviderPayment,
  side: PaymentSide,
  unlessOrdered: UnallocatedReason,
): Promise<void> {
  const { paymentKey, orderId: orderNumber, totalAmount: amount, currency, mId = null } = seen;
  if (!isCurrency(currency)) {
    throw contradiction(gateway, 'answer-differs', paymentKey, `amounts in ${currency} cannot be booked`);
  }
  const now = gateway.now();
  await moneyTransaction(gateway.db, 'adopt', async (tx) => {
    const reason = await reasonToStandAlone(tx, { orderNumber, amount, currency });
    const because = reason === 'NO_ORDER' ? unlessOrdered : reason;
    await INSERT.rows(tx, {
      id: randomUUID(),
      orderId: because === null ? orderNumber : null,
      orderNumber,
      because,
      paymentKey,
      amount,
      currency,
      side,
      mId,
      state: paymentMachine.initial,
      createdAt: now,
    });
    // The order may be registered at this very moment, by a transaction that does not see this record yet.
    if (because !== null) await enqueueOrderLook(tx, gateway, orderNumber);
  });
}

type Money = Readonly<{ orderNumber: string; amount: bigint; currency: string }>;

/** Why a payment cannot belong to the order with its number; null: the payment can. */
export async function reasonToStandAlone(
  db: Executor,
  { orderNumber, amount, currency }: Money,
): Promise<UnallocatedReason | null> {
  if (currency !== 'KRW') return 'FOREIGN_CURRENCY';
  const [order] = await db.query<{ total: bigint }[]>('select total from gateway.orders where order_id = $1', [
    orderNumber,
  ]);
  if (!order) return 'NO_ORDER';
  if (order.total !== amount) return 'AMOUNT_DIFFERS';
  return (await findLivePayment(db, orderNumber)) ? 'ORDER_PAID' : null;
}
