import type { Migration } from '../migration.js';

/** Orders that buyers made through payment links. */
export const orders: Migration = {
  name: '0010-orders',
  statements: [
    // items hold the ordered product in the wire format, without a foreign key, because an option may be deleted later.
    // page_token names the page from which the order was sent: sent twice, it is one order.
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
