import type { Migration } from '../migration.js';

/** What buyers ordered through payment links. */
export const orders: Migration = {
  name: '0010-orders',
  statements: [
    // The items are kept as they go on the wire: the product as it was. An option may be gone by now, so nothing refers to it.
    // page_token names the page an order was sent from: sent twice, it is one order.
    `create table link_order (
      order_key text primary key,
      seq bigint generated always as identity unique,
      page_token text unique,
      product_key text not null references product,
      option_id text,
      quantity int not null check (quantity > 0),
      amount bigint not null check (amount >= 0),
      meta_fields jsonb not null,
      items jsonb not null,
      customer_name text not null,
      customer_phone_number text not null,
      memo text,
      shipping jsonb,
      payment_key text unique references payment,
      created_at timestamptz not null)`,
  ],
};
