import type { Migration } from '../migration.js';

const world = [
  `create table clock (
    one boolean primary key default true check (one),
    mode text not null check (mode in ('running', 'frozen')),
    speed double precision not null default 1 check (speed > 0),
    sandbox_at timestamptz not null,
    real_at timestamptz not null)`,
  // Every request for payouts locks payouts_taken, so that two requests cannot spend the same won.
  `create table merchant (
    one boolean primary key default true check (one),
    settings jsonb not null,
    webhook_targets jsonb not null default '{}',
    payouts_taken bigint not null default 0 check (payouts_taken >= 0))`,
  // The identity hashes key, API key, URL and method; the answer is written in the transaction of the effect.
  `create table idempotent_answer (
    id bytea primary key,
    first_used_at timestamptz not null,
    status int not null,
    content_type text not null,
    body text not null,
    trace_id text not null)`,
  `create table webhook_delivery (
    id text primary key,
    seq bigint generated always as identity unique,
    target text not null,
    event_type text not null,
    subject text not null,
    body text not null,
    attempts int not null default 0,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'given-up')),
    next_attempt_at timestamptz,
    last_status int,
    check ((state = 'pending') = (next_attempt_at is not null)))`,
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at, seq) where next_attempt_at is not null`,
  // The reply to each attempt of a webhook. The status is null if no reply came in time.
  `create table webhook_attempt (
    seq bigint generated always as identity primary key,
    delivery_id text not null references webhook_delivery,
    url text,
    attempted_at timestamptz not null,
    duration_ms int not null check (duration_ms >= 0),
    status int,
    problem text,
    excerpt text not null)`,
  `create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, seq)`,
];

const payments = [
  // The members of a method (card, easyPay, ...) and the cancels are stored as JSON in the wire format. fees are the
  // lines BASE, INSTALLMENT_DISCOUNT, INSTALLMENT, POINT_SAVING, ETC, in this order, here and in the settlements.
  // capture_on is the date on which the card company is asked for the money: null until the merchant requests the
  // settlement itself.
  `create table payment (
    payment_key text primary key,
    seq bigint generated always as identity unique,
    order_id text not null,
    order_name text not null,
    type text not null,
    customer_key text,
    method text not null,
    status text not null,
    total_amount bigint not null,
    balance_amount bigint not null check (balance_amount between 0 and total_amount),
    tax_free_amount bigint not null check (tax_free_amount >= 0),
    tax_exemption_amount bigint not null check (tax_exemption_amount >= 0),
    use_escrow boolean not null,
    culture_expense boolean not null,
    currency text not null default 'KRW',
    country text not null default 'KR',
    is_partial_cancelable boolean not null default true,
    fees bigint[] not null default '{0,0,0,0,0}' check (cardinality(fees) = 5),
    capture_on date,
    paid_out_on date,
    cancel_due_at timestamptz,
    requested_at timestamptz not null,
    approved_at timestamptz,
    expires_at timestamptz,
    last_transaction_key text,
    secret text not null,
    details jsonb not null,
    cancels jsonb,
    failure jsonb,
    metadata jsonb,
    refuse_with text,
    check (tax_free_amount + tax_exemption_amount <= balance_amount))`,
  `create index payment_by_order on payment (order_id, seq)`,
  `create unique index payment_approved_order on payment (order_id) where approved_at is not null`,
  `create index payment_expiry on payment (expires_at) where expires_at is not null`,
  `create index payment_cancel_due on payment (cancel_due_at) where cancel_due_at is not null`,
  // A transaction and its settlement are written by one statement under the lock of their payment, and payments and
  // transactions are never deleted. So foreign keys would add a lookup to every approval and protect nothing.
  `create table payment_transaction (
    transaction_key text primary key,
    payment_key text not null,
    order_id text not null,
    method text not null,
    customer_key text,
    use_escrow boolean not null,
    status text not null,
    currency text not null default 'KRW',
    amount bigint not null check (amount >= 0),
    transaction_at timestamptz not null)`,
  `create index payment_transaction_page on payment_transaction (transaction_at, transaction_key)`,
  // The positions count the records per day in either list; they are set when a record can be listed, see
  // settlement_listed.
  `create table settlement (
    transaction_key text primary key,
    id bigint generated always as identity,
    payment_key text not null,
    currency text not null default 'KRW',
    amount bigint not null,
    fee bigint not null,
    fees bigint[] not null,
    supply_amount bigint not null,
    vat bigint not null,
    pay_out_amount bigint not null,
    occurred_on date not null,
    sold_date date not null,
    pending_from date not null,
    paid_out_date date not null,
    sold_position bigint,
    paid_out_position bigint,
    check ((sold_position is null) = (paid_out_position is null)),
    check (cardinality(fees) = 5 and fees[1] + fees[2] + fees[3] + fees[4] + fees[5] = fee),
    check (supply_amount + vat = fee),
    check (amount - fee = pay_out_amount),
    check (pending_from <= paid_out_date))`,
  `create index settlement_to_list on settlement (occurred_on, id) where sold_position is null`,
  `create unique index settlement_by_sold_date on settlement (sold_date, occurred_on, sold_position) where sold_position is not null`,
  `create unique index settlement_by_paid_out_date on settlement (paid_out_date, occurred_on, paid_out_position)
    where paid_out_position is not null`,
  // The number of records per day of either list. A page is found by adding up these numbers instead of reading all
  // records before it.
  `create table settlement_listed (
    date_type text not null check (date_type in ('soldDate', 'paidOutDate')),
    date date not null,
    occurred_on date not null,
    records bigint not null,
    primary key (date_type, date, occurred_on))`,
  // For contracts with manual settlement: records that are settled once the merchant requests it.
  `create table held_settlement (
    transaction_key text primary key,
    payment_key text not null,
    amount bigint not null,
    fee bigint not null,
    fees bigint[] not null,
    supply_amount bigint not null,
    vat bigint not null,
    pay_out_amount bigint not null)`,
  `create index held_settlement_of_payment on held_settlement (payment_key)`,
  // The change of the balance on each day, in shards: concurrent approvals of one day then update different rows.
  `create table settlement_day (
    paid_out_date date not null,
    pending_from date not null,
    shard int not null,
    pay_out_amount bigint not null,
    primary key (paid_out_date, pending_from, shard))`,
];

const payouts = [
  `create table seller (
    id text primary key,
    seq bigint generated always as identity unique,
    ref_seller_id text not null unique,
    business_type text not null,
    company jsonb,
    individual jsonb,
    status text not null,
    bank_code text not null,
    account_number text not null,
    holder_name text not null,
    metadata jsonb,
    registered_at timestamptz not null,
    deleted_at timestamptz)`,
  `create index seller_by_account on seller (account_number, bank_code)`,
  `create table payout (
    id text primary key,
    seq bigint generated always as identity unique,
    ref_payout_id text not null unique,
    destination text not null references seller,
    schedule_type text not null,
    payout_date date not null,
    amount bigint not null check (amount > 0),
    transaction_description text not null,
    requested_at timestamptz not null,
    status text not null,
    error jsonb,
    metadata jsonb,
    next_step_at timestamptz)`,
  `create index payout_by_date on payout (payout_date, seq)`,
  `create index payout_by_seller on payout (destination, requested_at)`,
  `create index payout_due on payout (next_step_at, seq) where next_step_at is not null`,
  `create table burnt_ref_payout_id (ref_payout_id text primary key)`,
];

/** The first tables: payments, records, sellers, payouts, webhooks, and the sandbox's clock and settings. */
export const firstSlice: Migration = {
  name: '0001-first-slice',
  statements: [...world, ...payments, ...payouts],
};
