import { sqlMigration } from '../sql-migration.js';

/** The provider's view of each day, and where it differs from ours. Written by settlement-reconciler only. */
export const Reconciliation0007 = sqlMigration(
  'Reconciliation',
  7,
  `
create schema reconciliation;

-- One row per business date reconciled; cursors make a download resumable.
create table reconciliation.run (
  business_date       date primary key,
  state               text not null check (state in ('downloading', 'matching', 'done')),
  transactions_cursor text,
  transactions_done   boolean not null default false,
  settlements_page    int not null default 0,
  settlements_done    boolean not null default false,
  started_at          timestamptz not null,
  finished_at         timestamptz
);

create table reconciliation.transaction (
  transaction_key text primary key,
  payment_key     text not null,
  order_id        text not null,
  method          text not null,
  status          text not null,
  currency        char(3) not null,
  amount          bigint not null,                       -- as the provider lists it; a cancel is counted as negative
  transaction_at  timestamptz not null,
  business_date   date not null
);
create index on reconciliation.transaction (business_date);

create table reconciliation.settlement (
  transaction_key text primary key,
  payment_key     text not null,
  order_id        text not null,
  method          text not null,
  amount          bigint not null,
  fee             bigint not null,
  supply_amount   bigint not null,
  vat             bigint not null,
  pay_out_amount  bigint not null,
  sold_date       date not null,
  paid_out_date   date not null,
  pending_from    date not null,
  state           text not null default 'imported' check (state in ('imported', 'pending', 'available', 'disputed'))
);
create index on reconciliation.settlement (sold_date);
create index settlement_moving on reconciliation.settlement (pending_from, paid_out_date) where state in ('imported', 'pending');

-- A difference, reported once, kept until it is explained.
create table reconciliation.break (
  id            uuid primary key default gen_random_uuid(),
  class         text not null,
  subject       text not null,                           -- transaction key, or the date of a balance
  business_date date not null,
  expected      text,
  found         text,
  opened_at     timestamptz not null,
  resolved_at   timestamptz,
  resolution    text,
  unique (class, subject)
);
create index break_open on reconciliation.break (business_date) where resolved_at is null;

create table reconciliation.balance_proof (
  business_date     date primary key,
  ledger_pending    bigint not null,
  ledger_available  bigint not null,
  in_flight         bigint not null,                     -- accepted payouts the provider has already taken from the balance
  provider_pending  bigint not null,
  provider_available bigint not null,
  proven            boolean not null generated always as
    (ledger_pending = provider_pending and ledger_available - in_flight = provider_available) stored,
  taken_at          timestamptz not null
);
`,
);
