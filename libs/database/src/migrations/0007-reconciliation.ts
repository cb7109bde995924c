import { sqlMigration } from '../sql-migration.js';

/** The provider's records of each day, and the breaks between them and ours. Written by settlement-reconciler only. */
export const Reconciliation0007 = sqlMigration(
  'Reconciliation',
  7,
  `
create schema reconciliation;

-- One row per business date on which was reconciled. Every step locks it, so that two workers on one date take turns.
create table reconciliation.run (
  business_date date primary key,
  state         text not null check (state in ('downloading', 'matching', 'posting', 'done')),
  started_at    timestamptz not null,
  finished_at   timestamptz
);

-- What a run reads from the provider: the cursor moves with the rows of its page, so a download goes on where it stopped.
create table reconciliation.download (
  id            bigint generated always as identity primary key,
  business_date date   not null references reconciliation.run,
  source        text   not null check (source in ('transactions', 'settlements-sold', 'settlements-paid')),
  day           date   not null,                         -- transactions at, or settlements by sold or paid-out date
  pass          int    not null default 1,               -- 2: read again, since a row came twice
  cursor        text,                                    -- the last transaction key, or the last page, that is stored
  rows          bigint not null default 0,
  done          boolean not null default false,
  unique (business_date, source, day, pass)
);

create table reconciliation.transaction (
  transaction_key text primary key,
  payment_key     text not null,
  order_id        text not null,
  method          text not null,
  status          text not null,
  currency        char(3) not null,
  amount          bigint not null,                       -- a cancel is counted as negative
  transaction_at  timestamptz not null,
  business_date   date not null
);
create index on reconciliation.transaction (business_date);

create table reconciliation.settlement (
  transaction_key text primary key,
  payment_key     text not null,
  order_id        text not null,
  method          text not null,
  currency        char(3) not null,
  amount          bigint not null,
  fee             bigint not null,
  fees            bigint not null,                       -- sum of the fees it lists
  supply_amount   bigint not null,
  vat             bigint not null,
  pay_out_amount  bigint not null,
  occurred_on     date not null,                         -- of the approval or the cancel
  sold_date       date not null,
  paid_out_date   date not null,
  pending_from    date not null,
  state           text not null default 'imported' check (state in ('imported', 'pending', 'available', 'disputed')),
  download_id     bigint not null,                       -- the download that stored it, or counts how often it comes
  copies          int not null default 1
);
create index on reconciliation.settlement (sold_date);
create index on reconciliation.settlement (download_id);
create index settlement_to_pending   on reconciliation.settlement (pending_from, transaction_key)  where state = 'imported';
create index settlement_to_available on reconciliation.settlement (paid_out_date, transaction_key) where state = 'pending';
create index settlement_disputed     on reconciliation.settlement (transaction_key) where state = 'disputed';
-- What our books say of a day.
create index on gateway.payment (approved_at) where approved_at is not null;
create index on gateway.cancel (canceled_at) where canceled_at is not null;

-- A difference, reported once, kept until it is explained.
create table reconciliation.break (
  id            uuid primary key default gen_random_uuid(),
  class         text not null,
  subject       text not null,                           -- transaction key, date of a balance, or row of the ledger
  business_date date not null,                           -- of the run that found it
  expected      text,
  found         text,
  opened_at     timestamptz not null,
  announced     boolean not null default false,
  resolved_at   timestamptz,
  resolution    text,                                    -- CAUSE_GONE where a later run closed it, else a person's words
  unique (class, subject)
);
create index break_open on reconciliation.break (business_date, class) where resolved_at is null;
create index break_oldest on reconciliation.break (opened_at, id);
create index break_oldest_open on reconciliation.break (opened_at, id) where resolved_at is null;
create index break_unannounced on reconciliation.break (id) where not announced;

create table reconciliation.balance_proof (
  business_date     date primary key,
  ledger_pending    bigint not null,
  ledger_available  bigint not null,
  in_flight         bigint not null,                     -- accepted payouts the provider has already taken from the balance
  provider_pending  bigint not null,
  provider_available bigint not null,
  -- ASSUMED: the provider shows a balance that cancels made negative as zero; document 2 knows no negative amount.
  proven            boolean not null generated always as
    (greatest(ledger_pending, 0) = provider_pending and greatest(ledger_available - in_flight, 0) = provider_available) stored,
  taken_at          timestamptz not null
);
`,
);
