import { sqlMigration } from '../sql-migration.js';

/** Terms, maturity, statements, runs and payouts. Written by payout-scheduler only. */
export const Payouts0008 = sqlMigration(
  'Payouts',
  8,
  `
create schema payouts;

create table payouts.seller_terms (
  seller_id       text not null,
  effective_from  date not null,
  commission_rate bigint not null check (commission_rate between 0 and 90000),
  lag_days        int  not null check (lag_days between 0 and 60),
  lag_unit        text not null check (lag_unit in ('CALENDAR', 'BUSINESS')),
  cycle           text not null,
  date_policy     text not null check (date_policy in ('HOLIDAY_BEFORE', 'HOLIDAY_AFTER', 'CALENDAR_DAY')),
  created_at      timestamptz not null,
  primary key (seller_id, effective_from)
);
create index on payouts.seller_terms (cycle, date_policy);

create table payouts.matured_line (
  order_id   text not null,
  line_id    text not null,
  seller_id  text not null,
  amount     bigint not null check (amount >= 0),        -- what was left of the line's net on that day
  matured_on date not null,
  primary key (order_id, line_id)
);

create table payouts.run (
  id            uuid primary key,
  business_date date not null unique,                    -- one run per period, however many replicas draft it
  cutoff        timestamptz not null,                    -- exclusive upper bound of what the statements contain
  state         text not null,
  payout_count  int    not null,
  total         bigint not null,
  held_count    int    not null,
  held_total    bigint not null,
  content_hash  text   not null,                         -- what is approved is what is sent
  drafted_by    text   not null,
  drafted_at    timestamptz not null,
  approved_by   text,
  approved_at   timestamptz,
  closed_at     timestamptz,
  constraint second_person check (approved_by is null or approved_by <> drafted_by)
);

create table payouts.statement (
  id            uuid primary key,
  run_id        uuid not null references payouts.run,
  seller_id     text not null,
  business_date date not null,
  opening       bigint not null,                         -- payable carried from the previous statement
  movements     bigint not null,                         -- sum of the statement's lines
  payout_amount bigint not null check (payout_amount >= 0),
  carried       bigint not null,
  hold_reason   text,                                    -- why something was carried
  created_at    timestamptz not null,
  unique (seller_id, business_date),
  constraint adds_up check (opening + movements = payout_amount + carried)
);
create index on payouts.statement (run_id);

-- Each ledger entry on a seller's payable account stands on exactly one statement.
create table payouts.statement_line (
  entry_id     bigint primary key,
  statement_id uuid not null references payouts.statement,
  posting_key  text not null,
  amount       bigint not null                           -- positive: for the seller
);
create index on payouts.statement_line (statement_id);

create table payouts.payout (
  id                  uuid primary key,
  ref_payout_id       text not null unique check (length(ref_payout_id) <= 50),  -- one obligation, one reference, for ever
  run_id              uuid not null references payouts.run,
  statement_id        uuid not null references payouts.statement,
  seller_id           text not null,
  provider_seller_id  text not null,
  account_fingerprint text not null,                     -- the account as approved
  amount              bigint not null check (amount > 0 and amount < 1000000000),
  currency            char(3) not null,
  state               text not null,
  schedule_type       text check (schedule_type in ('EXPRESS', 'SCHEDULED')),
  payout_date         date,
  attempt_id          uuid,
  provider_payout_id  text unique,
  provider_status     text,
  failure_code        text,
  failure_class       text check (failure_class in ('retry', 'seller_must_act', 'terminal')),
  created_at          timestamptz not null,
  submitted_at        timestamptz,
  finished_at         timestamptz,
  observed_at         timestamptz
);
create index on payouts.payout (run_id, state);
create index on payouts.payout (attempt_id);
create index on payouts.payout (seller_id, submitted_at);
create index payout_open on payouts.payout (observed_at) where state in ('submitted', 'unknown', 'in_transit');

-- One batch on the wire, frozen before the first byte is sent.
create table payouts.attempt (
  id              uuid primary key,
  run_id          uuid not null references payouts.run,
  state           text not null check (state in ('prepared', 'sending', 'accepted', 'rejected', 'unknown', 'resolved')),
  idempotency_key text not null unique,
  body            jsonb not null,
  body_hash       text not null,
  schedule_type   text not null,
  payout_date     date not null,
  fence           bigint not null default 0,             -- only the holder of the current number may send or record
  sent_at         timestamptz,
  answered_at     timestamptz,
  rejection_code  text,
  resolve_at      timestamptz,
  absent_listings int not null default 0,
  created_at      timestamptz not null
);
create index attempt_open on payouts.attempt (resolve_at) where state in ('prepared', 'sending', 'unknown');

create table payouts.hold (
  id          uuid primary key,
  seller_id   text not null,
  reason      text not null,
  detail      text,
  placed_at   timestamptz not null,
  released_at timestamptz
);
create unique index one_open_hold_per_reason on payouts.hold (seller_id, reason) where released_at is null;
`,
);
