import type { Migration } from '../migration.js';

/** The goods of payment links: products with options, images, and the messages by which links were sent. */
export const products: Migration = {
  name: '0009-products',
  statements: [
    // Stock is counted for the product or for its options; null: unlimited. A deleted product stays as a cursor of the
    // list.
    `create table product (
      product_key text primary key,
      seq bigint generated always as identity unique,
      name text not null,
      amount bigint not null check (amount >= 0),
      description text,
      exchange_refund_policy text,
      use_memo boolean not null,
      valid_through timestamptz,
      option_groups jsonb not null,
      total_quantity int,
      remain_quantity int,
      delivery_amount bigint check (delivery_amount >= 0),
      delivery_period text,
      created_at timestamptz not null,
      deleted_at timestamptz,
      check ((total_quantity is null) = (remain_quantity is null)),
      check (remain_quantity between 0 and total_quantity),
      check ((delivery_amount is null) = (delivery_period is null)))`,
    `create table product_option (
      id text primary key,
      product_key text not null references product,
      position int not null,
      names jsonb not null,
      amount bigint not null check (amount >= 0),
      available boolean not null,
      total_quantity int,
      remain_quantity int,
      unique (product_key, position),
      check ((total_quantity is null) = (remain_quantity is null)),
      check (remain_quantity between 0 and total_quantity))`,
    `create table product_image (
      image_key text primary key,
      seq bigint generated always as identity,
      product_key text not null references product,
      image_type text not null check (image_type in ('MAIN', 'DETAIL')),
      content_type text not null,
      bytes bytea not null)`,
    `create index product_image_of_product on product_image (product_key, seq)`,
    `create unique index product_main_image on product_image (product_key) where image_type = 'MAIN'`,
    // Messages are recorded and never sent.
    `create table product_sms (
      seq bigint generated always as identity primary key,
      product_key text not null references product,
      recipient text not null,
      query_params jsonb not null,
      sent_at timestamptz not null)`,
    `create index product_sms_of_product on product_sms (product_key, seq)`,
  ],
};
