import { bigint, type Columns, date, manyRows, statement, text } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { copyNew } from './copy-new.js';
import { shownForeign } from '../match-records/shown-amount.js';
import { closing, openBreaks } from '../report-breaks/report-breaks.js';
import { type Listed, listedColumns, type StoredRows } from './listed-rows.js';
import { roundsOf, type SettlementRecord } from './settlement-record.js';

/** Stores one page of settlement rows of a download, and counts rows that came before. */
export async function storeSettlements(
  tx: EntityManager,
  listed: Listed,
  records: readonly SettlementRecord[],
): Promise<StoredRows> {
  const { downloadId, page: number, seen } = listed;
  const [first = [], ...repeats] = roundsOf(records);
  const known = await copyNew(tx, 'reconciliation.settlement', { ...columns, ...listedColumns(listed) }, first, listed);
  const fresh = first.filter((row) => !known.has(row.transactionKey));
  let changed = 0;
  for (const round of [first.filter((row) => known.has(row.transactionKey)), ...repeats]) {
    if (round.length === 0) continue;
    const { now, businessDate } = seen;
    const [found] = await COMPARE_KNOWN.rows<{ changed: number }>(tx, {
      now,
      businessDate,
      downloadId,
      number,
      page: round,
    });
    changed += found?.changed ?? 0;
  }
  return { changed, fresh: fresh.map((row) => row.soldDate) };
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
  base_fee: bigint((r) => r.baseFee),
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
const contentOf = (t: string): string => {
  const inRow = (amount: string): string => shownForeign(`${t}.${amount}`, `${t}.currency`);
  return `format('amount %s, fee %s (%s + VAT %s), paid out %s on %s', ${inRow('amount')}, ${inRow('fee')}, ${inRow('supply_amount')},
            ${inRow('vat')}, ${inRow('pay_out_amount')}, ${t}.paid_out_date)`;
};

/** What the provider says of a settlement, as far as a difference matters. */
const compared = [
  'payment_key',
  'currency',
  'amount',
  'fee',
  'fees',
  'supply_amount',
  'vat',
  'pay_out_amount',
  'sold_date',
  'paid_out_date',
];
const jsonOf = (t: string): string =>
  `jsonb_build_object(${compared.map((name) => `'${name}', ${t}.${name}`).join(', ')})`;

/** SQL: what was listed before beside what is listed now. */
const evidence = `(
  select jsonb_build_object('ours', jsonb_object_agg(key, e.value), 'theirs', jsonb_object_agg(key, l.value),
                            'differs', jsonb_agg(key) filter (where e.value is distinct from l.value))
    from jsonb_each_text(earlier) e join jsonb_each_text(later) l using (key)) as evidence`;

/**
 * Compares rows that came before. With equal content a row is only counted: if the provider lists it twice in one
 * download, the provider may pay twice. Changed content replaces the stored row while nothing was posted from it; a
 * posted row stays unchanged, and the difference becomes a break of the money that our books lack; a row that was replaced lacks none.
 * Both contents are kept. A row in dispute gets no second break.
 */
const COMPARE_KNOWN = statement(
  `with known as (
     select p.*, s.state, x.same_money, x.same_money and x.same_dates as same,
            x.same_money and x.same_dates and (s.download_id = :downloadId or s.copies > 1) as again,
            case when not (x.same_money and x.same_dates) then ${contentOf('s')} end as was,
            case when not (x.same_money and x.same_dates) then ${contentOf('p')} end as is_now,
            case when not (x.same_money and x.same_dates) then ${jsonOf('s')} end as earlier,
            case when not (x.same_money and x.same_dates) then ${jsonOf('p')} end as later, s.pay_out_amount as paid_out_before
       from ${PAGE} join reconciliation.settlement s on s.transaction_key = p.transaction_key
      cross join lateral (select ${money('s')} = ${money('p')} as same_money,
                                 (s.sold_date, s.paid_out_date) = (p.sold_date, p.paid_out_date) as same_dates) x
   ), kept as (
     insert into reconciliation.changed_row (source, transaction_key, earlier, later, business_date, download_id)
     select 'settlement', transaction_key, earlier, later, :businessDate, :downloadId from known where not same on conflict do nothing
   ), counted as (
     update reconciliation.settlement s
        set copies = case when s.download_id = :downloadId then s.copies + 1 else 1 end, download_id = :downloadId, page = :number
       from known k
      where s.transaction_key = k.transaction_key and k.again
   ), replaced as (
     update reconciliation.settlement s
        set (${names.join(', ')}) = (${names.map((name) => `k.${name}`).join(', ')}), download_id = :downloadId, page = :number, copies = 1
       from known k
      where s.transaction_key = k.transaction_key and not k.same
        and (k.state in ('imported', 'disputed') or (k.state = 'pending' and k.same_money))
   ), stands as (
     update reconciliation.break set ${closing}
      where class = 'SETTLEMENT_CHANGED' and resolved_at is null and business_date < :businessDate
        and subject in (select transaction_key from known where same)
   ), opened as (
   ${openBreaks(`select 'SETTLEMENT_CHANGED' as class, transaction_key as subject, was as expected, is_now as found,
                        case when state = 'imported' then 0 else pay_out_amount - paid_out_before end as amount, currency, ${evidence}, order_id, payment_key, null::text as seller_id
                   from known where not same and state <> 'disputed'`)}
   )
   select count(*)::int as changed from known where not same`,
  { page },
);
