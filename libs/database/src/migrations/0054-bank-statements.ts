import { sqlMigration } from '../sql-migration.js';

/** Statements of the market's bank accounts, where the market gives them, and the raw rows of each. */
export const BankStatements0054 = sqlMigration(
  'BankStatements',
  54,
  `
create table reconciliation.bank_statement (
  id           uuid   primary key,
  bank_account text   not null,                          -- the name that the market gives the account
  account      text   not null,                          -- the account at the provider whose settlements arrive here
  format       text   not null check (format in ('csv', 'camt.053')),
  content_hash text   not null,                          -- SHA-256 of the file
  from_day     date   not null,
  to_day       date   not null,
  covers       text   not null check (covers in ('deposits', 'withdrawals', 'both')),
  rows         int    not null,
  uploaded_by  text   not null constraint uploaded_by_is_actor check (uploaded_by ~ '^(key|person|system|earlier):.'),
  uploaded_at  timestamptz not null,
  unique (bank_account, content_hash),
  check (from_day <= to_day)
);
create table reconciliation.bank_row (
  id           uuid   primary key default gen_random_uuid(),
  statement_id uuid   not null references reconciliation.bank_statement,
  position     int    not null,                          -- the row of the file, from 1
  bank_account text   not null,
  day          date   not null,
  amount       bigint not null check (amount <> 0),      -- a withdrawal is negative
  currency     text   not null,
  kind         text   not null check (kind in ('settlement', 'payout', 'fee', 'other')),
  counterparty text,
  memo         text,
  reference    text,
  balance      bigint,
  raw          text   not null,                          -- the row as the file has it
  -- The same row in two overlapping statements is one movement.
  content_hash text   not null,
  unique (statement_id, position)
);
create unique index bank_row_once on reconciliation.bank_row (bank_account, content_hash);
-- Rows come in the order of their pay-out dates: a summary of each block finds the rows of a date.
create index settlement_paid_out on reconciliation.settlement using brin (paid_out_date);
create index bank_row_day on reconciliation.bank_row (bank_account, day);
`,
);
