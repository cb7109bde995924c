import { monthEndOf } from '@jeongsan/calendar';
import { type Executor, pageSize } from '@jeongsan/database';
import { type Input, type Output, pageOf } from '@jeongsan/http-contract';
import {
  type listMonthlyStatements,
  type MonthlyStatement,
  type MonthlyStatementView,
  refuse,
  type StatementLine,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { linesInPages, readContent } from '../read-statement/read-statement.js';

type Period = Pick<MonthlyStatement, 'period'>['period'];
type Month = MonthlyStatementView & { statementIds: string[]; from: Date | null; until: Date };

/** A page of sellers with statements in the month; `:sellerId` limits it to one of them. */
const MONTHS = statement(`
  select m.*, last.cutoff as until,
         (select r.cutoff from payouts.statement s join payouts.run r on r.id = s.run_id
           where s.seller_id = m."sellerId" and s.business_date < m."firstDate" order by s.business_date desc limit 1) as "from"
    from (select seller_id as "sellerId", :month::text as month, count(*)::int as statements,
                 min(business_date) as "firstDate", max(business_date) as "lastDate",
                 (array_agg(opening order by business_date))[1] as opening, sum(movements)::bigint as movements,
                 sum(payout_amount)::bigint as "payoutAmount", sum(withheld)::bigint as withheld,
                 (array_agg(carried order by business_date desc))[1] as carried,
                 array_agg(id order by business_date) as "statementIds", (array_agg(run_id order by business_date desc))[1] as run_id
            from payouts.statement
           where business_date between :first::date and :last::date
             and (:sellerId::text is null or seller_id = :sellerId) and (:after::text is null or seller_id > :after)
           group by seller_id order by seller_id limit :rows) m
    join payouts.run last on last.id = m.run_id
   order by m."sellerId"`);

function months(
  db: Executor,
  month: string,
  which: { sellerId?: string; after?: string | null; rows: number },
): Promise<Month[]> {
  const first = `${month}-01`;
  const { sellerId = null, after = null, rows } = which;
  return MONTHS.rows<Month>(db, { month, first, last: monthEndOf(first), sellerId, after, rows });
}

const viewOf = ({ sellerId, month, statements, firstDate, lastDate, ...sums }: Month): MonthlyStatementView => {
  const { opening, movements, payoutAmount, withheld, carried } = sums;
  return { sellerId, month, statements, firstDate, lastDate, opening, movements, payoutAmount, withheld, carried };
};

/** A page of a month's sellers. */
export async function listMonths(
  db: Executor,
  month: string,
  query: Input<typeof listMonthlyStatements>['query'],
): Promise<Output<typeof listMonthlyStatements>> {
  const limit = pageSize(query.limit);
  const found = await months(db, month, { after: query.after ?? null, rows: limit + 1 });
  return pageOf(found.map(viewOf), limit, (row) => row.sellerId);
}

/** All statements of a seller in a month as one. @throws STATEMENT_NOT_FOUND */
export async function readMonth(db: Executor, month: string, sellerId: string): Promise<MonthlyStatement> {
  const [found] = await months(db, month, { sellerId, rows: 1 });
  if (!found) throw refuse('STATEMENT_NOT_FOUND', `Seller ${sellerId} has no statement in ${month}`);
  return withContent(db, found);
}

async function withContent(db: Executor, found: Month): Promise<MonthlyStatement> {
  const period: Period = { from: found.from, until: found.until };
  const content = await readContent(db, found.sellerId, found.statementIds, period);
  return { ...viewOf(found), ...content, statementIds: found.statementIds };
}

/** The number of sellers with a statement in a month. */
export async function countSellers(db: Executor, month: string): Promise<number> {
  const first = `${month}-01`;
  const [row] = await db.query<{ count: number }[]>(
    'select count(distinct seller_id)::int as count from payouts.statement where business_date between $1 and $2',
    [first, monthEndOf(first)],
  );
  return row?.count ?? 0;
}

const SELLERS_PER_STEP = 100;

/** The month of every seller with a statement in it, by seller, read in steps. */
export async function* everyMonth(db: Executor, month: string): AsyncGenerator<MonthlyStatement> {
  for (let after: string | null = null; ;) {
    const found: Month[] = await months(db, month, { after, rows: SELLERS_PER_STEP });
    for (const one of found) yield withContent(db, one);
    const last = found.at(-1);
    if (!last || found.length < SELLERS_PER_STEP) return;
    after = last.sellerId;
  }
}

/** All lines of a month, statement by statement. */
export async function* linesOfMonth(
  db: Executor,
  { statementIds }: MonthlyStatement,
): AsyncGenerator<readonly StatementLine[]> {
  for (const id of statementIds) yield* linesInPages(db, id);
}
