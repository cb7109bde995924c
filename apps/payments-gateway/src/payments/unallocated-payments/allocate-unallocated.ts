import { type Author, authorOf } from '@jeongsan/audit';
import type { Input } from '@jeongsan/http-contract';
import { refuse, type allocateUnallocatedPayment } from '@jeongsan/platform-contract';
import { allocatePayment } from '../book-payment/allocate-payment.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import type { Gateway } from '../../gateway.js';
import { findPayment } from '../payment-record.js';
import { readOrder, type OrderView } from '../../orders/read-order/read-order.js';

/**
 * Registers the order of an unallocated payment with the named lines, under the payment's order number and of the time of the
 * payment, and moves the money to the sellers. The same lines again change nothing.
 * @throws PAYMENT_NOT_FOUND, PAYMENT_CURRENCY_UNSUPPORTED, PAYMENT_CONFLICT, and the refusals of a registration
 */
export async function allocateUnallocated(
  gateway: Gateway,
  paymentKey: string,
  { orderName, lines }: Input<typeof allocateUnallocatedPayment>['body'],
  author: Author,
): Promise<OrderView> {
  const payment = await findPayment(gateway.db, paymentKey);
  if (!payment) throw refuse('PAYMENT_NOT_FOUND', `Payment ${paymentKey} is not in the books`);
  const { orderNumber: orderId, amount: totalAmount, currency, approvedAt, createdAt } = payment;
  if (currency !== 'KRW') throw refuse('PAYMENT_CURRENCY_UNSUPPORTED', `Payment ${paymentKey} is in ${currency}`);
  const order = { orderId, orderName: orderName ?? orderId, orderedAt: approvedAt ?? createdAt, totalAmount, lines };
  const after = {
    orderId,
    amount: totalAmount,
    lines: lines.map(({ lineId, sellerId, amount }) => ({ lineId, sellerId, amount })),
  };
  const decided = { subject: paymentKey, ...authorOf(author), reason: null, before: null, after };
  await createOrder(gateway, order, { kind: 'payment.allocated', ...decided });
  if (!(await allocatePayment(gateway, paymentKey))) {
    throw refuse('PAYMENT_CONFLICT', `Another payment pays order ${orderId}: payment ${paymentKey} stays unallocated`);
  }
  return readOrder(gateway, orderId);
}
