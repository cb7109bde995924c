import { OrderPaymentStatusChanged } from '@jeongsan/provider-contract';
import type { Sql } from '../database/sql.js';
import type { PaymentObject } from '../payments/payment-row.js';
import { v1Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { World } from '../world.js';
import { ORDER_COLUMNS, type OrderRow, readItems } from './order.js';
import { returnStock } from './stock.js';

/**
 * Prefix of the orderId of every payment of a payment link: other payments are recognised without reading the orders.
 */
export const PAYLINK_ORDER_PREFIX = 'paylink-';

/** Applies a change of a payment to the payment link's order: returns the stock if needed, and queues the webhook. */
export async function followPayment(
  { sql, now, world }: Readonly<{ sql: Sql; now: Date; world: World }>,
  payment: PaymentObject,
): Promise<void> {
  if (!payment.orderId.startsWith(PAYLINK_ORDER_PREFIX)) return;
  const [order] = await sql.rows<OrderRow>(`select ${ORDER_COLUMNS} from link_order where payment_key = $1`, [
    payment.paymentKey,
  ]);
  if (!order) return;
  // Only a payment canceled as a whole returns the stock. A payment canceled in parts stays PARTIAL_CANCELED, and its
  // goods stay sold.
  const isReturned = payment.status === 'CANCELED' && world.merchant.settings.canceledOrdersReturnStock;
  if (isReturned) await returnStock(sql, order);
  else await limitReservation(sql, order, payment);
  await queueWebhooks(sql, world.merchant, 'ORDER_PAYMENT_STATUS_CHANGED', [
    { subject: order.orderKey, at: now, body: orderChanged(order, payment, now) },
  ]);
}

/** Reserved goods wait for the deposit until the deadline of the virtual account; paid goods stay sold. */
async function limitReservation(sql: Sql, { orderKey, hasStock }: OrderRow, payment: PaymentObject): Promise<void> {
  if (payment.method !== '가상계좌') return;
  const isReserved = hasStock && payment.status === 'WAITING_FOR_DEPOSIT';
  const dueAt = isReserved ? (payment.virtualAccount?.dueDate ?? null) : null;
  await sql.rows('update link_order set stock_due_at = $2 where order_key = $1', [orderKey, dueAt]);
}

const orderChanged = (order: OrderRow, payment: PaymentObject, at: Date) =>
  v1Body(OrderPaymentStatusChanged, at, {
    orderKey: order.orderKey,
    amount: order.amount,
    currency: 'KRW',
    customerName: order.customerName,
    customerPhoneNumber: order.customerPhoneNumber,
    orderItems: readItems(order.items),
    payment,
  });
