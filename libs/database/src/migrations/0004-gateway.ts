import { sqlMigration } from '../sql-migration.js';

/** Orders split by seller, payments, cancels. Written by payments-gateway only. */
export const Gateway0004 = sqlMigration(
  'Gateway',
  4,
  `
create schema gateway;

create table gateway.orders (
  order_id   text primary key check (order_id ~ '^[A-Za-z0-9_-]{6,64}$'),
  order_name text not null,
  ordered_at timestamptz not null,
  currency   char(3) not null,
  total      bigint not null check (total > 0),
  tax_free   bigint not null check (tax_free between 0 and total),
  facts_hash text not null,
  created_at timestamptz not null
);

-- Amounts and the terms behind them are frozen here and never recomputed.
create table gateway.order_line (
  order_id           text not null references gateway.orders,
  line_id            text not null,
  position           int  not null,
  seller_id          text not null,
  category           text not null,
  amount             bigint not null check (amount > 0),
  tax_free           bigint not null check (tax_free between 0 and paid),
  discount           bigint not null check (discount between 0 and amount - 1),
  discount_by_seller bigint not null check (discount_by_seller between 0 and discount),
  paid               bigint not null check (paid = amount - discount),
  promotion          bigint not null check (promotion = discount - discount_by_seller),
  commission         bigint not null check (commission >= 0),
  commission_vat     bigint not null check (commission_vat >= 0),
  net                bigint not null check (net >= 0 and net = paid + promotion - commission - commission_vat),
  terms_from         date not null,                      -- which version of the seller's terms
  commission_rate    bigint not null,
  matures_on         date,                               -- set when the payment is approved
  primary key (order_id, line_id)
);
create index order_line_maturity on gateway.order_line (matures_on, seller_id) where matures_on is not null;
create index on gateway.order_line (seller_id);

create table gateway.payment (
  id              uuid primary key,
  order_id        text not null references gateway.orders,
  payment_key     text not null unique,
  amount          bigint not null check (amount > 0),
  canceled        bigint not null default 0 check (canceled between 0 and amount),
  state           text not null,
  method          text,
  transaction_key text,
  approved_at     timestamptz,
  refusal_code    text,
  created_at      timestamptz not null
);
create unique index one_live_payment_per_order on gateway.payment (order_id) where state <> 'refused';
create unique index on gateway.payment (transaction_key);
create index on gateway.payment (order_id);

create table gateway.cancel (
  id              uuid primary key,
  payment_id      uuid not null references gateway.payment,
  request_key     text not null unique,                  -- the caller's idempotency key, or one of ours
  amount          bigint not null check (amount > 0),
  reason          text not null,
  state           text not null,
  transaction_key text unique,
  canceled_at     timestamptz,
  refusal_code    text,
  created_at      timestamptz not null
);
create index on gateway.cancel (payment_id);

create table gateway.cancel_line (
  cancel_id      uuid not null references gateway.cancel,
  order_id       text not null,
  line_id        text not null,
  seller_id      text not null,
  paid           bigint not null check (paid > 0),
  promotion      bigint not null,
  commission     bigint not null,
  commission_vat bigint not null,
  net            bigint not null check (net = paid + promotion - commission - commission_vat),
  tax_free       bigint not null,
  from_payable   bigint not null default 0,              -- 0 and 0: the line had not matured
  to_debt        bigint not null default 0,
  primary key (cancel_id, line_id),
  foreign key (order_id, line_id) references gateway.order_line
);
create index on gateway.cancel_line (order_id, line_id);
`,
);
