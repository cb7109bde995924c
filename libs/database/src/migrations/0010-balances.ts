import { sqlMigration } from '../sql-migration.js';

/** Holds on an order or an amount, reserves against later refunds, and the amounts that a statement took from payable money. */
export const Balances0010 = sqlMigration(
  'Balances',
  10,
  `
alter table payouts.hold
  add column scope       text not null default 'SELLER' check (scope in ('SELLER', 'ORDER', 'AMOUNT')),
  add column order_id    text,
  add column amount      bigint check (amount > 0),
  add column release_on  date,                           -- the hold ends by itself on that day
  add column placed_by   text,
  add column released_by text,
  add constraint hold_names_its_scope check ((scope = 'ORDER') = (order_id is not null) and (scope = 'AMOUNT') = (amount is not null));
drop index payouts.one_open_hold_per_reason;
create unique index one_open_hold_per_reason on payouts.hold (seller_id, reason) where released_at is null and scope = 'SELLER';
create unique index one_open_hold_per_order on payouts.hold (seller_id, order_id, reason) where released_at is null and scope = 'ORDER';
create index hold_open on payouts.hold (seller_id) where released_at is null;
create index hold_due on payouts.hold (release_on) where released_at is null and release_on is not null;

-- Kept back from one statement; the sum of what is left is the seller's reserve account.
create table payouts.reserve_hold (
  id           uuid primary key,
  seller_id    text not null,
  statement_id uuid not null references payouts.statement,
  amount       bigint not null check (amount > 0),
  released     bigint not null default 0 check (released between 0 and amount),
  release_on   date,                                     -- null: fixed, stays until it is released by a decision
  created_at   timestamptz not null
);
create index reserve_hold_due on payouts.reserve_hold (seller_id, release_on) where released < amount;

-- How the movements of payable came about that the statement itself made; each is a line of it as well.
alter table payouts.statement
  add column reserve_released bigint not null default 0 check (reserve_released >= 0),
  add column debt_netted      bigint not null default 0 check (debt_netted >= 0),
  add column withheld         bigint not null default 0, -- negative: given back
  add column reserve_held     bigint not null default 0 check (reserve_held >= 0),
  add column held_back        bigint not null default 0 check (held_back >= 0), -- open holds and known future debits
  add column taxable          bigint not null default 0; -- what withholding of this statement was computed on
`,
);
