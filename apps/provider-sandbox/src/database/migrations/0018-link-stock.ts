import type { Migration } from '../migration.js';

/** Stock that an order of a payment link holds, until its virtual account expires without a deposit. */
export const linkStock: Migration = {
  name: '0018-link-stock',
  statements: [
    // has_stock: the order's goods were taken from the stock and not returned. stock_due_at: the deadline of a deposit,
    // after which the goods are returned; null for a paid order.
    `alter table link_order
      add column has_stock boolean not null default false,
      add column stock_due_at timestamptz`,
    `update link_order set has_stock = true from payment
      where payment.payment_key = link_order.payment_key and payment.status <> 'CANCELED'`,
    `create index link_order_stock_due on link_order (stock_due_at) where stock_due_at is not null`,
  ],
};
