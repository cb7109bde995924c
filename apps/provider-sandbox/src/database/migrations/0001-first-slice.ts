import type { Migration } from '../migrate.js';

const world = [
  `create table clock (
    one boolean primary key default true check (one),
    mode text not null check (mode in ('running', 'frozen')),
    sandbox_at timestamptz not null,
    real_at timestamptz not null)`,
  // payouts_taken is locked by whoever asks for payouts, so that two requests cannot spend the same won.
  `create table merchant (
    one boolean primary key default true check (one),
    settings jsonb not null,
    webhook_target jsonb,
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
    event_type text not null,
    subject text not null,
    body text not null,
    attempts int not null default 0,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'given-up')),
    next_attempt_at timestamptz,
    last_status int,
    check ((state = 'pending') = (next_attempt_at is not null)))`,
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at, seq) where next_attempt_at is not null`,
];

const payments = [
  // card, easyPay, transfer and mobilePhone are kept as they go on the wire; so are the cancels.
  `create table payment (
    payment_key text primary key,
    seq bigint generated always as identity unique,
    order_id text not null,
    order_name text not null,
    method text not null,
    status text not null,
    total_amount bigint not null,
    balance_amount bigint not null check (balance_amount between 0 and total_amount),
    tax_free_amount bigint not null check (tax_free_amount between 0 and balance_amount),
    fee bigint not null default 0,
    requested_at timestamptz not null,
    approved_at timestamptz,
    expires_at timestamptz,
    last_transaction_key text,
    secret text not null,
    details jsonb not null,
    cancels jsonb,
    failure jsonb,
    metadata jsonb,
    refuse_with text)`,
  `create index payment_by_order on payment (order_id, seq)`,
  `create unique index payment_approved_order on payment (order_id) where approved_at is not null`,
  `create index payment_expiry on payment (expires_at) where expires_at is not null`,
  `create table payment_transaction (
    transaction_key text primary key,
    payment_key text not null references payment,
    order_id text not null,
    method text not null,
    status text not null,
    amount bigint not null check (amount > 0),
    transaction_at timestamptz not null)`,
  `create index payment_transaction_page on payment_transaction (transaction_at, transaction_key)`,
  `create table settlement (
    id bigint generated always as identity primary key,
    transaction_key text not null unique references payment_transaction,
    payment_key text not null,
    amount bigint not null,
    fee bigint not null,
    supply_amount bigint not null,
    vat bigint not null,
    pay_out_amount bigint not null,
    occurred_on date not null,
    sold_date date not null,
    pending_from date not null,
    paid_out_date date not null,
    check (supply_amount + vat = fee),
    check (amount - fee = pay_out_amount),
    check (pending_from <= paid_out_date))`,
  `create index settlement_by_sold_date on settlement (sold_date, id)`,
  `create index settlement_by_paid_out_date on settlement (paid_out_date, id)`,
  // What each day brings to the balance. Shards keep concurrent approvals from queueing for one row.
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

/** Payments, records, sellers, payouts, webhooks, and the sandbox's own clock and settings. */
export const firstSlice: Migration = {
  name: '0001-first-slice',
  statements: [...world, ...payments, ...payouts],
};
