import type { Migration } from '../migration.js';

/** Billing keys. Of a card only what is printed on receipts is kept: no number, no identity, no password. */
export const billing: Migration = {
  name: '0005-billing',
  statements: [
    // The method is what the buyer registered, as JSON; refusals are what its bank or card company will answer.
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
