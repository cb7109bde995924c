import type { Executor } from '@jeongsan/database';
import { bigint, date, manyRows, statement, text, type Columns } from '@jeongsan/sql';
import { closing, openBreaks, type Seen } from '../report-breaks/report-breaks.js';
import { roundsOf, type SettlementRecord } from './settlement-record.js';

/** Stores one page of settlement rows of a download, and counts rows that came before. */
export async function storeSettlements(
  tx: Executor,
  downloadId: bigint,
  seen: Seen,
  page: readonly SettlementRecord[],
): Promise<void> {
  for (const records of roundsOf(page)) {
    const known = await storeNew(tx, downloadId, records);
    if (known.length > 0) await compareKnown(tx, downloadId, seen, known);
  }
}

/** Stores new rows, and returns the rows whose key exists already. */
async function storeNew(
  tx: Executor,
  downloadId: bigint,
  records: readonly SettlementRecord[],
): Promise<SettlementRecord[]> {
  const stored = await STORE_NEW.rows<{ transactionKey: string }>(tx, { downloadId, page: records });
  if (stored.length === records.length) return [];
  const isNew = new Set(stored.map((row) => row.transactionKey));
  return records.filter((record) => !isNew.has(record.transactionKey));
}

/**
 * Compares rows that came before. With equal content a row is only counted: if the provider lists it twice in one
 * download, the provider may pay twice. Changed content replaces the stored row while nothing was posted from it; a
 * posted row stays unchanged, and the difference becomes a break. A row in dispute gets no second break.
 */
async function compareKnown(
  tx: Executor,
  downloadId: bigint,
  { now, businessDate }: Seen,
  records: readonly SettlementRecord[],
): Promise<void> {
  await COMPARE_KNOWN.rows(tx, { now, businessDate, downloadId, page: records });
}

/** The columns of a stored row. */
const columns: Columns<SettlementRecord> = {
  transaction_key: text((r) => r.transactionKey),
  account: text((r) => r.account),
  payment_key: text((r) => r.paymentKey),
  order_id: text((r) => r.orderId),
  method: text((r) => r.method),
  currency: text((r) => r.currency),
  amount: bigint((r) => r.amount),
  fee: bigint((r) => r.fee),
  fees: bigint((r) => r.fees),
  supply_amount: bigint((r) => r.supplyAmount),
  vat: bigint((r) => r.vat),
  pay_out_amount: bigint((r) => r.payOutAmount),
  occurred_on: date((r) => r.occurredOn),
  sold_date: date((r) => r.soldDate),
  paid_out_date: date((r) => r.paidOutDate),
  pending_from: date((r) => r.pendingFrom),
};
const names = Object.keys(columns);
const page = manyRows(columns);
/** SQL: the page as a table `p`. */
const PAGE = ':page.unnest as p(:page.columns)';

const money = (t: string): string =>
  `(${t}.payment_key, ${t}.currency, ${t}.amount, ${t}.fee, ${t}.fees, ${t}.supply_amount, ${t}.vat, ${t}.pay_out_amount)`;
const contentOf = (t: string): string =>
  `format('amount %s, fee %s (%s + VAT %s), paid out %s on %s', ${t}.amount, ${t}.fee, ${t}.supply_amount, ${t}.vat, ${t}.pay_out_amount, ${t}.paid_out_date)`;

const STORE_NEW = statement(
  `insert into reconciliation.settlement (:page.columns, download_id)
   select p.*, :downloadId::bigint from ${PAGE} on conflict (transaction_key) do nothing returning transaction_key as "transactionKey"`,
  { page },
);

const COMPARE_KNOWN = statement(
  `with known as (
     select p.*, s.state, x.same_money, x.same_money and x.same_dates as same,
            x.same_money and x.same_dates and (s.download_id = :downloadId or s.copies > 1) as again,
            case when not (x.same_money and x.same_dates) then ${contentOf('s')} end as was,
            case when not (x.same_money and x.same_dates) then ${contentOf('p')} end as is_now
       from ${PAGE} join reconciliation.settlement s on s.transaction_key = p.transaction_key
      cross join lateral (select ${money('s')} = ${money('p')} as same_money,
                                 (s.sold_date, s.paid_out_date) = (p.sold_date, p.paid_out_date) as same_dates) x
   ), counted as (
     update reconciliation.settlement s
        set copies = case when s.download_id = :downloadId then s.copies + 1 else 1 end, download_id = :downloadId
       from known k
      where s.transaction_key = k.transaction_key and k.again
   ), replaced as (
     update reconciliation.settlement s
        set (:page.columns) = (${names.map((name) => `k.${name}`).join(', ')}), download_id = :downloadId, copies = 1
       from known k
      where s.transaction_key = k.transaction_key and not k.same
        and (k.state in ('imported', 'disputed') or (k.state = 'pending' and k.same_money))
   ), stands as (
     update reconciliation.break set ${closing}
      where class = 'SETTLEMENT_CHANGED' and resolved_at is null and business_date < :businessDate
        and subject in (select transaction_key from known where same)
   )
   ${openBreaks(`select 'SETTLEMENT_CHANGED' as class, transaction_key as subject, was as expected, is_now as found
                   from known where not same and state <> 'disputed'`)}`,
  { page },
);
