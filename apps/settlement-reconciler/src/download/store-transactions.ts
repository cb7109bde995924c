import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { TransactionRow } from '@jeongsan/provider-client';
import type { PaymentStatus } from '@jeongsan/provider-contract';

// ASSUMED: a transaction's status describes the transaction, not the payment: an approval stays DONE after a cancel,
// and each cancel is a transaction of its own.
/** The sign of a transaction's amount by its status; null if the transaction moves no money. */
const direction = {
  DONE: 1n,
  CANCELED: -1n,
  PARTIAL_CANCELED: -1n,
  READY: null,
  IN_PROGRESS: null,
  WAITING_FOR_DEPOSIT: null,
  ABORTED: null,
  EXPIRED: null,
} satisfies Record<PaymentStatus, bigint | null>;

/**
 * Stores the transactions that moved money, cancels as negative amounts. A repeated transaction with other content
 * replaces the stored one: nothing was posted from it, and matching compares the provider's latest data with our books.
 */
export async function storeTransactions(tx: Executor, page: readonly TransactionRow[]): Promise<void> {
  const moving = page.flatMap((row) => {
    const sign = direction[row.status];
    return sign === null ? [] : [{ ...row, amount: sign * row.amount }];
  });
  // If a key occurs twice on one page, the later row is stored, because one statement can touch a row only once.
  const rows = [...new Map(moving.map((row) => [row.transactionKey, row])).values()];
  await tx.query(
    `insert into reconciliation.transaction as t
       (transaction_key, payment_key, order_id, method, status, currency, amount, transaction_at, business_date)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::timestamptz[], $9::date[])
     on conflict (transaction_key) do update
        set (payment_key, order_id, method, status, currency, amount, transaction_at, business_date)
          = (excluded.payment_key, excluded.order_id, excluded.method, excluded.status, excluded.currency, excluded.amount,
             excluded.transaction_at, excluded.business_date)
      where (t.payment_key, t.status, t.currency, t.amount, t.transaction_at)
         is distinct from (excluded.payment_key, excluded.status, excluded.currency, excluded.amount, excluded.transaction_at)`,
    [
      rows.map((r) => r.transactionKey),
      rows.map((r) => r.paymentKey),
      rows.map((r) => r.orderId),
      rows.map((r) => r.method),
      rows.map((r) => r.status),
      rows.map((r) => r.currency),
      rows.map((r) => r.amount.toString()),
      rows.map((r) => r.transactionAt),
      rows.map((r) => businessDateOf(r.transactionAt)),
    ],
  );
}
