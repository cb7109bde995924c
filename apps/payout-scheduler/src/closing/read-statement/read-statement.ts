import { type Executor, pageSize } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import {
  type listStatementLines,
  refuse,
  type StatementDetail,
  type StatementLine,
  statementLineKinds,
  type StatementTotal,
} from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { textOf } from './item-cursor.js';
import { readLines, totalsByKind } from './statement-lines.js';

const LINES_PER_STEP = 1_000;

type Head = Omit<StatementDetail, 'period' | 'lineCount' | 'totals' | 'payouts' | 'debtRepaid'> & {
  from: Date | null;
  until: Date;
};

/** A statement without its lines. Totals are summed by Postgres. @throws STATEMENT_NOT_FOUND */
export async function readStatement(db: Executor, statementId: string): Promise<StatementDetail> {
  const { from, until, ...head } = await readHead(db, statementId);
  return { ...head, ...(await readContent(db, head.sellerId, [statementId], { from, until })) };
}

type Content = Pick<StatementDetail, 'period' | 'lineCount' | 'debtRepaid' | 'totals' | 'payouts'>;

/** The content of statements of one seller that follow each other, without their lines. Totals are summed by Postgres. */
export async function readContent(
  db: Executor,
  sellerId: string,
  statementIds: readonly string[],
  period: StatementDetail['period'],
): Promise<Content> {
  const found = await totalsByKind.rows<StatementTotal>(db, { statementIds });
  const totals = found.sort((a, b) => statementLineKinds.indexOf(a.kind) - statementLineKinds.indexOf(b.kind));
  const payouts = await db.query<StatementDetail['payouts']>(
    `select id, amount, state, payout_date as "payoutDate", failure_code as "failureCode", finished_at as "finishedAt"
       from payouts.payout where statement_id = any($1::uuid[]) order by id`,
    [statementIds],
  );
  const debtRepaid = await repaidWithin(db, sellerId, period.from, period.until);
  const lineCount = totals.reduce((sum, total) => sum + total.count, 0);
  return { period, lineCount, debtRepaid, totals, payouts };
}

const REPAID = statement(`
  select coalesce(sum(amount), 0)::bigint as amount from payouts.debt_repayment
   where seller_id = :sellerId and (:from::timestamptz is null or recorded_at >= :from) and recorded_at < :until`);

async function repaidWithin(db: Executor, sellerId: string, from: Date | null, until: Date): Promise<bigint> {
  const [row] = await REPAID.rows<{ amount: bigint }>(db, { sellerId, from, until });
  return row?.amount ?? 0n;
}

async function readHead(db: Executor, statementId: string): Promise<Head> {
  const [head] = await db.query<Head[]>(
    `select s.id, s.run_id as "runId", s.seller_id as "sellerId", s.business_date as "businessDate", s.opening, s.movements,
            s.payout_amount as "payoutAmount", s.carried, s.hold_reason as "holdReason", s.reserve_released as "reserveReleased",
            s.debt_netted as "debtNetted", s.withheld, s.reserve_held as "reserveHeld", s.held_back as "heldBack", r.cutoff as until,
            (select before.cutoff from payouts.statement p join payouts.run before on before.id = p.run_id
              where p.seller_id = s.seller_id and p.business_date < s.business_date order by p.business_date desc limit 1) as "from"
       from payouts.statement s join payouts.run r on r.id = s.run_id where s.id = $1`,
    [statementId],
  );
  if (!head) throw refuse('STATEMENT_NOT_FOUND', `There is no statement ${statementId}`);
  return head;
}

type Page = Output<typeof listStatementLines>;

/** A page of a statement's lines. @throws STATEMENT_NOT_FOUND, CURSOR_INVALID */
export async function readStatementLines(
  db: Executor,
  statementId: string,
  query: { after?: string | undefined; limit?: number | undefined },
): Promise<Page> {
  const limit = pageSize(query.limit);
  const rows = await readLines(db, statementId, query.after ?? null, limit + 1);
  if (rows.length === 0) await readHead(db, statementId);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? textOf(last) : null };
}

/**
 * All lines of a statement, page by page. A closed statement never changes, so the pages need no common transaction.
 */
export async function* linesInPages(db: Executor, statementId: string): AsyncGenerator<readonly StatementLine[]> {
  for (let after: string | null = null; ;) {
    const lines: StatementLine[] = await readLines(db, statementId, after, LINES_PER_STEP);
    const last = lines.at(-1);
    if (last === undefined) return;
    yield lines;
    after = textOf(last);
  }
}
