import type { Migration } from '../migration.js';

/** Virtual accounts: the requested account, and the refunds of canceled deposits. */
export const virtualAccounts: Migration = {
  name: '0002-virtual-accounts',
  statements: [
    // An orderId also counts as taken while its virtual account is issued, because a deposit can follow at any time and
    // cannot be refused.
    `drop index payment_approved_order`,
    `create unique index payment_approved_order on payment (order_id)
      where approved_at is not null or (method = '가상계좌' and status in ('WAITING_FOR_DEPOSIT', 'CANCELED'))`,
    `create table virtual_account (
      payment_key text primary key references payment,
      bank_code text not null,
      customer_name text not null,
      account_type text not null check (account_type in ('일반', '고정')),
      account_key text,
      due_at timestamptz,
      refund_account jsonb,
      check ((account_type = '고정') <= (account_key is not null)))`,
    `create table account_refund (
      transaction_key text primary key references payment_transaction,
      payment_key text not null references payment,
      amount bigint not null check (amount > 0),
      bank_code text not null,
      account_number text not null,
      holder_name text not null,
      status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
      due_at timestamptz,
      check ((status = 'PENDING') = (due_at is not null)))`,
    `create index account_refund_by_payment on account_refund (payment_key)`,
    `create index account_refund_due on account_refund (due_at) where due_at is not null`,
  ],
};
