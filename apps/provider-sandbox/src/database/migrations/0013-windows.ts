import type { Migration } from '../migration.js';

/** The windows in which a buyer pays or registers a payment method, and the shop's addresses to which they lead back. */
export const windows: Migration = {
  name: '0013-windows',
  statements: [
    `create table payment_window (
      payment_key text primary key references payment,
      success_url text not null,
      fail_url text not null,
      customer_name text)`,
    `create table billing_window (
      id text primary key,
      customer_key text not null,
      method text not null check (method in ('카드', '계좌이체')),
      success_url text not null,
      fail_url text not null,
      expires_at timestamptz not null,
      auth_key text)`,
    `create table wallet_window (
      id text primary key,
      customer_key text not null,
      redirect_url text not null,
      success_url text not null,
      fail_url text not null,
      amount bigint not null check (amount > 0),
      tax_free_amount bigint,
      order_id text not null,
      order_name text not null,
      expires_at timestamptz not null,
      code text,
      payment_key text references payment)`,
  ],
};
