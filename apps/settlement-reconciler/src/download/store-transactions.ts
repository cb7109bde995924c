import { bigint, type Columns, date, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { copyNew } from './copy-new.js';
import { type Listed, listedColumns, type StoredRows } from './listed-rows.js';
import type { TransactionRecord } from './transaction-record.js';

/** What the provider says of a transaction. */
const content: Columns<TransactionRecord> = {
  payment_key: text((r) => r.paymentKey),
  order_id: text((r) => r.orderId),
  method: text((r) => r.method),
  status: text((r) => r.status),
  currency: text((r) => r.currency),
  amount: bigint((r) => r.amount),
  transaction_at: timestamptz((r) => r.transactionAt),
};
const columns: Columns<TransactionRecord> = {
  transaction_key: text((r) => r.transactionKey),
  account: text((r) => r.account),
  ...content,
  business_date: date((r) => r.businessDate),
};

const contentOf = (row: string): string => {
  const names = Object.keys(content);
  return `jsonb_build_object(${names.map((name) => `'${name}', ${row}.${name}`).join(', ')})`;
};

const REPLACE = statement(
  `with known as (
     select p.*, ${contentOf('t')} as earlier, ${contentOf('p')} as later
       from :row.unnest as p(:row.columns) join reconciliation.transaction t on t.transaction_key = p.transaction_key
      where (t.payment_key, t.order_id, t.method, t.status, t.currency, t.amount, t.transaction_at)
         is distinct from (p.payment_key, p.order_id, p.method, p.status, p.currency, p.amount, p.transaction_at)
   ), kept as (
     insert into reconciliation.changed_row (source, transaction_key, earlier, later, business_date, download_id)
     select 'transaction', transaction_key, earlier, later, :businessDate, :downloadId from known on conflict do nothing
   )
   update reconciliation.transaction t
      set (payment_key, order_id, method, status, currency, amount, transaction_at, business_date, download_id, page)
        = (k.payment_key, k.order_id, k.method, k.status, k.currency, k.amount, k.transaction_at, k.business_date, :downloadId, :page)
     from known k where t.transaction_key = k.transaction_key
   returning t.transaction_key`,
  { row: manyRows(columns) },
);

/**
 * Stores one page of transactions. A row of 0, such as the issue of a virtual account or a cancel before the deposit, moved no money
 * and is not stored. A known transaction with other content replaces the stored one, and both contents are kept: nothing was
 * posted from it, and matching compares the provider's latest data with our books.
 */
export async function storeTransactions(
  tx: EntityManager,
  listed: Listed,
  records: readonly TransactionRecord[],
): Promise<StoredRows> {
  // If a key occurs twice on one page, the later row is stored, because one statement can touch a row only once.
  const rows = new Map<string, TransactionRecord>();
  for (const record of records) if (record.amount !== 0n) rows.set(record.transactionKey, record);
  const all = [...rows.values()];
  const known = await copyNew(tx, 'reconciliation.transaction', { ...columns, ...listedColumns(listed) }, all, listed);
  const { downloadId, page, seen } = listed;
  const again = all.filter((row) => known.has(row.transactionKey));
  const fresh = all.filter((row) => !known.has(row.transactionKey));
  const changed =
    again.length > 0 ? await REPLACE.rows(tx, { downloadId, page, businessDate: seen.businessDate, row: again }) : [];
  return { changed: changed.length, fresh: fresh.map((row) => row.businessDate) };
}
