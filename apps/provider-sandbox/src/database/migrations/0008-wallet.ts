import type { Migration } from '../migration.js';

/** Customers of the wallet with their tokens, agreements and payment methods. */
export const wallet: Migration = {
  name: '0008-wallet',
  statements: [
    // Tokens are stored as hashes; a customer that withdrew has none. Afterwards a new customer can use the same
    // customerKey.
    `create table wallet_customer (
      id bigint generated always as identity primary key,
      customer_key text not null,
      status text not null check (status in ('CREATED', 'ON_HOLD', 'REMOVED')),
      is_identified boolean not null default false,
      is_one_touch boolean not null default false,
      is_test boolean not null,
      token_seed text not null,
      access_token_hash bytea unique,
      refresh_token_hash bytea unique,
      token_expires_at timestamptz not null,
      created_at timestamptz not null,
      check ((status = 'REMOVED') = (access_token_hash is null)),
      check ((status = 'REMOVED') = (refresh_token_hash is null)))`,
    `create unique index wallet_customer_present on wallet_customer (customer_key) where status <> 'REMOVED'`,
    `create index wallet_customer_by_key on wallet_customer (customer_key, id)`,
    `create table wallet_agreement (
      customer_key text not null,
      terms_id int not null,
      agreed_at timestamptz not null,
      primary key (customer_key, terms_id))`,
    `create table wallet_code (
      code_hash bytea primary key,
      customer_key text not null,
      expires_at timestamptz not null)`,
    `create index wallet_code_expiry on wallet_code (expires_at)`,
    // The institution is a card issuer's code of two characters, or the short code of a bank; the number is masked.
    `create table wallet_method (
      id text primary key,
      seq bigint generated always as identity unique,
      method_key text not null unique,
      customer_id bigint not null references wallet_customer,
      kind text not null check (kind in ('CARD', 'ACCOUNT')),
      status text not null check (status in ('ENABLED', 'DISABLED')),
      alias text not null,
      institution text not null,
      number text not null,
      card_type text,
      owner_type text,
      registered_at timestamptz not null,
      last_used_at timestamptz,
      refuse_with text,
      check ((kind = 'CARD') = (card_type is not null)),
      check ((kind = 'CARD') = (owner_type is not null)))`,
    `create index wallet_method_enabled on wallet_method (customer_id, seq) where status = 'ENABLED'`,
    `create table wallet_payment (
      payment_key text primary key references payment,
      method_id text not null references wallet_method)`,
  ],
};
