import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { TransactionRow } from '@jeongsan/provider-client';
import type { PaymentStatus } from '@jeongsan/provider-contract';
import { bigint, date, manyRows, statement, text, timestamptz } from '@jeongsan/sql';

// ASSUMED: a transaction's status describes the transaction, not the payment: an approval stays DONE after a cancel,
// and each cancel is a transaction of its own.
// ASSUMED: a deposit that a bank withdrew is listed with status WAITING_FOR_DEPOSIT and the amount that went back.
/** The sign of a transaction's amount by its status; null if the transaction moves no money. */
const direction = {
  DONE: 1n,
  CANCELED: -1n,
  PARTIAL_CANCELED: -1n,
  READY: null,
  IN_PROGRESS: null,
  WAITING_FOR_DEPOSIT: -1n,
  ABORTED: null,
  EXPIRED: null,
} satisfies Record<PaymentStatus, bigint | null>;

type MovingRow = TransactionRow & Readonly<{ account: string; amount: bigint }>;

const STORE = statement(
  `
  insert into reconciliation.transaction as t
    (:row.columns)
  select * from :row.unnest
  on conflict (transaction_key) do update
     set (payment_key, order_id, method, status, currency, amount, transaction_at, business_date)
       = (excluded.payment_key, excluded.order_id, excluded.method, excluded.status, excluded.currency, excluded.amount,
          excluded.transaction_at, excluded.business_date)
   where (t.payment_key, t.status, t.currency, t.amount, t.transaction_at)
      is distinct from (excluded.payment_key, excluded.status, excluded.currency, excluded.amount, excluded.transaction_at)`,
  {
    row: manyRows<MovingRow>({
      transaction_key: text((r) => r.transactionKey),
      account: text((r) => r.account),
      payment_key: text((r) => r.paymentKey),
      order_id: text((r) => r.orderId),
      method: text((r) => r.method ?? null),
      status: text((r) => r.status),
      currency: text((r) => r.currency),
      amount: bigint((r) => r.amount.toString()),
      transaction_at: timestamptz((r) => r.transactionAt),
      business_date: date((r) => businessDateOf(r.transactionAt)),
    }),
  },
);

/**
 * Stores the transactions that moved money, cancels and withdrawn deposits as negative amounts. A row of 0, such as the
 * issue of a virtual account or a cancel before the deposit, moved none. A repeated transaction with other content
 * replaces the stored one: nothing was posted from it, and matching compares the provider's latest data with our books. A
 * status that the documents do not name, and an amount that its currency cannot have, are not stored: such payments of our books
 * then stand out as missing at the provider.
 */
export async function storeTransactions(tx: Executor, account: string, page: readonly TransactionRow[]): Promise<void> {
  const moving = page.flatMap((row): MovingRow[] => {
    const sign = Object.hasOwn(direction, row.status) ? direction[row.status as PaymentStatus] : null;
    return sign === null || !row.amount ? [] : [{ ...row, account, amount: sign * row.amount }];
  });
  // If a key occurs twice on one page, the later row is stored, because one statement can touch a row only once.
  const rows = [...new Map(moving.map((row) => [row.transactionKey, row])).values()];
  await STORE.rows(tx, { row: rows });
}
