import { Order, OrderItem } from '@jeongsan/provider-contract';
import { z } from 'zod';
import type { Sql } from '../database/sql.js';
import { PAYMENT_COLUMNS, paymentOf } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { World } from '../world.js';

export type OrderObject = z.output<typeof Order>;
const Items = z.array(OrderItem);

/** A stored order; its items are in the wire format. */
export type OrderRow = Readonly<{
  orderKey: string;
  productKey: string;
  optionId: string | null;
  quantity: number;
  amount: bigint;
  metaFields: Record<string, string>;
  items: unknown;
  customerName: string;
  customerPhoneNumber: string;
  memo: string | null;
  shipping: OrderObject['shipping'];
  paymentKey: string | null;
  /** Whether the order's goods were taken from the stock and not returned. */
  hasStock: boolean;
  createdAt: Date;
}>;

export const ORDER_COLUMNS = `order_key as "orderKey", product_key as "productKey", option_id as "optionId", quantity, amount,
  meta_fields as "metaFields", items, customer_name as "customerName", customer_phone_number as "customerPhoneNumber",
  memo, shipping, payment_key as "paymentKey", has_stock as "hasStock", created_at as "createdAt"`;

export const readItems = (stored: unknown): OrderObject['orderItems'] => Items.parse(stored);
export const storeItems = (items: OrderObject['orderItems']): string => JSON.stringify(z.encode(Items, items));

export async function findOrder(sql: Sql, orderKey: string): Promise<OrderRow | undefined> {
  const [row] = await sql.rows<OrderRow>(`select ${ORDER_COLUMNS} from link_order where order_key = $1`, [orderKey]);
  return row;
}

/** Reads an order and locks it until the transaction ends. */
export async function lockOrder(sql: Sql, orderKey: string): Promise<OrderRow | undefined> {
  const [row] = await sql.rows<OrderRow>(`select ${ORDER_COLUMNS} from link_order where order_key = $1 for update`, [
    orderKey,
  ]);
  return row;
}

// ASSUMED: an order shows its payment from the issue of a virtual account on, so that the merchant can read the account;
// the document says "once payment is approved".
/** The provider's Order objects (document 3 section 2.2), each one that was paid for with its payment. */
export async function ordersOf(sql: Sql, world: World, rows: readonly OrderRow[]): Promise<OrderObject[]> {
  const paymentKeys = rows.flatMap(({ paymentKey }) => (paymentKey === null ? [] : [paymentKey]));
  const payments = await sql.rows<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payment where payment_key = any($1::text[])`,
    [paymentKeys],
  );
  const byKey = new Map(payments.map((payment) => [payment.paymentKey, payment]));
  return rows.map((row) => orderOf(row, world, byKey.get(row.paymentKey ?? '')));
}

const orderOf = (row: OrderRow, world: World, payment: PaymentRow | undefined): OrderObject => ({
  orderKey: row.orderKey,
  amount: row.amount,
  currency: 'KRW',
  metaFields: row.metaFields,
  orderItems: readItems(row.items),
  customerName: row.customerName,
  customerPhoneNumber: row.customerPhoneNumber,
  memo: row.memo,
  shipping: row.shipping,
  payment: payment ? paymentOf(payment, world) : null,
  createdAt: row.createdAt,
});
