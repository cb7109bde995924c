import type { Migration } from '../migration.js';

/** Sub-malls and payouts to them: the provider's payouts before v2. They spend from the same balance. */
export const subMalls: Migration = {
  name: '0007-sub-malls',
  statements: [
    // A deleted row stays, so that its id cannot be used again.
    `create table sub_mall (
      sub_mall_id text primary key,
      seq bigint generated always as identity unique,
      type text not null,
      company_name text,
      representative_name text,
      business_number text,
      bank_code text not null,
      account_number text not null,
      holder_name text,
      email text,
      phone_number text,
      metadata jsonb,
      status text not null,
      registered_at timestamptz not null,
      deleted_at timestamptz,
      check (type <> 'CORPORATE' or num_nulls(company_name, representative_name, business_number) = 0))`,
    // The account columns hold the account at the time of the request.
    `create table sub_mall_payout (
      payout_key text primary key,
      seq bigint generated always as identity unique,
      sub_mall_id text not null references sub_mall,
      request_id text unique,
      payout_date date not null,
      amount bigint not null check (amount > 0),
      bank_code text not null,
      account_number text not null,
      holder_name text,
      transfer_summary text,
      requested_at timestamptz not null,
      status text not null,
      failure jsonb,
      metadata jsonb,
      next_step_at timestamptz)`,
    `create index sub_mall_payout_by_date on sub_mall_payout (payout_date, seq)`,
    `create index sub_mall_payout_by_sub_mall on sub_mall_payout (sub_mall_id, requested_at)`,
    `create index sub_mall_payout_due on sub_mall_payout (next_step_at, seq) where next_step_at is not null`,
  ],
};
