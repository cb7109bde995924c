import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listMonths, MonthDetail } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { checkMonth } from '../check-month/check-month.js';
import { boundsOf } from '../month-bounds.js';
import { MONTH_VIEW, type MonthRow, monthView, readMonth } from '../month-record.js';

/** A month that has begun, with its checklist. @throws MONTH_NOT_FOUND */
export async function readMonthDetail(db: Executor, month: string, now: Date): Promise<MonthDetail> {
  const bounds = boundsOf(month);
  const row = await readMonth(db, bounds, now);
  return { ...monthView(row), checklist: await checkMonth(db, bounds, now) };
}

// Months are closed in order, so the first row is the first month; without a row, the first month is the month of the first entry.
const PAGE = statement(`
  with first as (
    select coalesce((select min(month) from reconciliation.month),
      (select least(min(month), (select ledger.month_of(min(effective_at)) from ledger.entry)) from ledger.month)) as month
  )
  select ${MONTH_VIEW}
    from (select g.month::date as month, r.state, r.closed_at, r.postings, r.entries, r.balances_hash
            from first, generate_series(first.month, ledger.month_of(:now), interval '1 month') as g(month)
            left join reconciliation.month r on r.month = g.month::date
           where :after::date is null or g.month < :after::date) m, ledger.open_period o
   order by m.month desc limit :rows`);

/** The months from the first posting up to now, newest first. */
export async function readMonths(
  db: Executor,
  { after, limit }: Input<typeof listMonths>['query'],
  now: Date,
): Promise<Output<typeof listMonths>> {
  const size = pageSize(limit);
  const rows = await PAGE.rows<MonthRow>(db, {
    after: after === undefined ? null : `${after}-01`,
    now,
    rows: size + 1,
  });
  return pageOf(rows.map(monthView), size, ({ month }) => month);
}
