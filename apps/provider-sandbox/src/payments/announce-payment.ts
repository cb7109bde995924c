import { PaymentStatusChanged } from '@jeongsan/provider-contract';
import { followPayment } from '../orders/order-payments.js';
import type { Transacted } from '../world.js';
import { announceDeposit } from '../virtual-accounts/announce-deposit.js';
import { v1Body } from '../webhooks/event-bodies.js';
import { type Announcement, queueWebhooks } from '../webhooks/queue-webhooks.js';
import { paymentOf } from './payment.js';
import type { PaymentObject, PaymentRow } from './payment-row.js';

/** Queues PAYMENT_STATUS_CHANGED with the payment's present state, and returns that state. */
export async function announcePayment(
  context: Transacted & Readonly<{ now: Date }>,
  row: PaymentRow,
): Promise<PaymentObject> {
  const payment = paymentOf(row, context.world, context.now);
  await queueWebhooks(context.sql, context.world.merchant, 'PAYMENT_STATUS_CHANGED', [
    statusChanged(context.now, payment),
  ]);
  await announceDeposit(context, row);
  await followPayment(context, payment);
  return payment;
}

/** Announces many payments, each at its own time; they must not include virtual accounts or orders of payment links. */
export async function announcePayments(
  { sql, world }: Transacted,
  changes: readonly Readonly<{ now: Date; payment: PaymentRow }>[],
): Promise<PaymentObject[]> {
  const changed = changes.map(({ now, payment }) => ({ now, payment: paymentOf(payment, world, now) }));
  const announcements = changed.map(({ now, payment }) => statusChanged(now, payment));
  await queueWebhooks(sql, world.merchant, 'PAYMENT_STATUS_CHANGED', announcements);
  return changed.map(({ payment }) => payment);
}

const statusChanged = (now: Date, payment: PaymentObject): Announcement => ({
  subject: payment.paymentKey,
  at: now,
  body: v1Body(PaymentStatusChanged, now, payment),
});
