import type { Migration } from '../migration.js';

/** Cash receipts, and requests of payments for a receipt to be issued once they are paid. */
export const cashReceipts: Migration = {
  name: '0003-cash-receipts',
  statements: [
    `create table receipt_request (
      payment_key text primary key references payment,
      type text not null,
      customer_identity_number text not null)`,
    // All cancels of an issue have the same key (c_ and the key), so a row is identified by its seq.
    `create table cash_receipt (
      seq bigint generated always as identity primary key,
      receipt_key text not null,
      issue_seq bigint references cash_receipt,
      payment_key text references payment,
      order_id text not null,
      order_name text not null,
      type text not null,
      transaction_type text not null check (transaction_type in ('CONFIRM', 'CANCEL')),
      amount bigint not null check (amount > 0),
      tax_free_amount bigint not null check (tax_free_amount between 0 and amount),
      issue_number text not null,
      approval_number text,
      business_number text not null,
      customer_identity_number text not null,
      issue_status text not null,
      failure jsonb,
      requested_at timestamptz not null,
      requested_on date not null,
      approved_at timestamptz,
      next_step_at timestamptz,
      check ((transaction_type = 'CANCEL') = (issue_seq is not null)))`,
    `create unique index cash_receipt_issue on cash_receipt (receipt_key) where transaction_type = 'CONFIRM'`,
    `create index cash_receipt_by_key on cash_receipt (receipt_key, seq)`,
    `create index cash_receipt_by_issue on cash_receipt (issue_seq) where issue_seq is not null`,
    `create index cash_receipt_by_order on cash_receipt (order_id)`,
    `create index cash_receipt_by_payment on cash_receipt (payment_key, seq) where payment_key is not null`,
    `create index cash_receipt_page on cash_receipt (requested_on, seq)`,
    `create index cash_receipt_due on cash_receipt (next_step_at, seq) where next_step_at is not null`,
  ],
};
