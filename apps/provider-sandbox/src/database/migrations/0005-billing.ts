import type { Migration } from '../migration.js';

/** Billing keys. A card is stored as printed on receipts only: without its number, identity number and password. */
export const billing: Migration = {
  name: '0005-billing',
  statements: [
    // method is the JSON of the registered method; the refusals are the error codes with which its bank or card company
    // will answer.
    `create table billing_registration (
      auth_key text primary key,
      customer_key text not null,
      method jsonb not null,
      expires_at timestamptz not null,
      used_at timestamptz)`,
    `create table billing_key (
      billing_key text primary key,
      seq bigint generated always as identity unique,
      customer_key text not null,
      method jsonb not null,
      authenticated_at timestamptz not null,
      removed_at timestamptz)`,
  ],
};
