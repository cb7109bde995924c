import type { Executor } from '@jeongsan/database';
import type { AnsweredCancel } from '../../cancels/book-cancel/own-cancel.js';
import type { Gateway, ProviderPayment } from '../../gateway.js';
import { readPayableOrder } from '../payable-order.js';
import { findPayment, isAllocated, type PaymentRecord } from '../payment-record.js';
import { settlePayment } from '../settle-payment/settle-payment.js';
import { orderFromSplits } from '../../splits/order-from-splits/order-from-splits.js';
import { adoptPayment, isWorthARecord, type PaymentSide } from './adopt-payment.js';
import { allocatePayment } from './allocate-payment.js';

export type BookedSeen = 'settled' | 'wait';

/**
 * Brings our records and the ledger to the state of a payment that the provider showed us in an authenticated answer, whoever
 * sent the request and wherever the payment was confirmed. A payment that our books lack is adopted; without a registered order
 * that fits, its money stands unallocated. Booking the same answer twice changes nothing. Returns `wait` while the provider has
 * not decided. `answered`: the cancel of ours that `seen` is the provider's answer to.
 */
export async function bookSeen(
  gateway: Gateway,
  seen: ProviderPayment,
  side: PaymentSide,
  answered?: AnsweredCancel,
): Promise<BookedSeen> {
  const known = await findPayment(gateway.db, seen.paymentKey);
  if (!known && !isWorthARecord(seen)) return 'wait';
  const payment = known ?? (await adopt(gateway, seen, side));
  const verdict = await settlePayment(gateway, await orderOf(gateway.db, payment), payment, seen, answered);
  if (!isAllocated(payment)) await allocatePayment(gateway, payment.paymentKey);
  return verdict;
}

/** The order is made from splits first where that is possible, so that its sellers earn the money at the time of the payment. */
async function adopt(gateway: Gateway, seen: ProviderPayment, side: PaymentSide): Promise<PaymentRecord> {
  const { paymentKey, orderId: orderNumber, totalAmount: amount, currency, approvedAt } = seen;
  const reason = await orderFromSplits(gateway, {
    ...{ paymentKey, orderNumber, amount, currency },
    approvedAt: approvedAt ?? null,
  });
  return adoptPayment(gateway, seen, side, reason ?? 'NO_ORDER');
}

const orderOf = async (db: Executor, { orderId, paymentKey }: PaymentRecord) => {
  if (orderId === null) return undefined;
  const order = await readPayableOrder(db, orderId);
  if (!order) throw new Error(`Payment ${paymentKey} has no order`);
  return order;
};
