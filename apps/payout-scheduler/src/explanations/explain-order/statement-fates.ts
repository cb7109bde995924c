import { linesOfPosting } from '../../closing/lines-of-posting.js';
import { inList, type Executor } from '@jeongsan/database';
import { payoutStates } from '@jeongsan/state-machines';
import type { PayoutFate } from '../reason-views.js';

/** A statement with its planned payouts, sorted by date within a seller. */
export type StatementFate = {
  id: string;
  sellerId: string;
  businessDate: string;
  payoutAmount: bigint;
  carried: bigint;
  holdReason: string | null;
  payouts: readonly FatedPayout[];
};
export type FatedPayout = PayoutFate & {
  payoutId: string;
  runId: string;
  amount: bigint;
  finishedAt: Date | null;
  /**
   * The statement that holds the money after a payout returned it; null: the payout did not return money, or no
   * statement holds it yet.
   */
  cameBackOn: string | null;
};

/** The number of later statements of a seller that are searched for carried or returned money. */
const STATEMENTS_MAX = 100;

type Row = Omit<StatementFate, 'payouts'> & FatedPayout & { payoutId: string | null };

/** The statements of the given sellers, each from the seller's own date on, sorted by seller and date. */
export async function statementFates(
  db: Executor,
  from: ReadonlyMap<string, string>,
): Promise<Map<string, StatementFate[]>> {
  const rows = await db.query<Row[]>(
    `select s.id, s.seller_id as "sellerId", s.business_date as "businessDate", s.payout_amount as "payoutAmount", s.carried,
            s.hold_reason as "holdReason", p.id as "payoutId", s.run_id as "runId", p.amount, p.state, r.state as "runState", p.failure_code as "failureCode",
            p.failure_class as "failureClass", p.finished_at as "finishedAt", back.statement_id as "cameBackOn",
            (select x.due_on from payouts.reissue x where x.payout_id = p.id and x.statement_id is null) as "reissueOn"
       from unnest($1::text[], $2::date[]) as w(seller_id, from_date)
       cross join lateral (
         select * from payouts.statement x where x.seller_id = w.seller_id and x.business_date >= w.from_date
          order by x.business_date limit $3) s
       join payouts.run r on r.id = s.run_id
       left join payouts.payout p on p.run_id = s.run_id and p.statement_id = s.id
       left join lateral (
         select l.statement_id
           from unnest(array['payout.released/' || p.id, 'payout.returned/' || p.id]) as g(key)
          cross join lateral ${linesOfPosting('g.key', 's.seller_id')} l
          where p.state in ${inList(payoutStates.unpaid)} limit 1) back on true
      order by s.seller_id, s.business_date, p.amount desc, p.id`,
    [[...from.keys()], [...from.values()], STATEMENTS_MAX],
  );
  const bySeller = new Map<string, StatementFate[]>();
  for (const row of rows) {
    const statements = bySeller.get(row.sellerId) ?? [];
    bySeller.set(row.sellerId, withRow(statements, row));
  }
  return bySeller;
}

function withRow(statements: readonly StatementFate[], row: Row): StatementFate[] {
  const last = statements.at(-1);
  const payouts = row.payoutId === null ? [] : [row as FatedPayout];
  if (last?.id === row.id) return [...statements.slice(0, -1), { ...last, payouts: [...last.payouts, ...payouts] }];
  return [...statements, { ...row, payouts }];
}

/** The place where a statement's money ended. */
export type Followed = Readonly<{
  payouts: readonly FatedPayout[];
  /**
   * The payout that decides the explanation: a failed or unfinished one before a paid one. Null: nothing was paid yet.
   */
  decisive: FatedPayout | null;
  /** The last statement that holds the money. */
  statement: StatementFate;
}>;

/**
 * Follows the money of a statement to the last one: carried money goes to the next statement, paid money to the
 * payouts, and money of a failed payout to the statement to which it returned. Single won of one statement are not
 * distinguished.
 */
export function follow(statements: readonly StatementFate[], statementId: string): Followed | null {
  const start = statements.findIndex((s) => s.id === statementId);
  let statement = statements[start];
  const payouts: FatedPayout[] = [];
  for (let at = start; statement;) {
    if (statement.payouts.length === 0) {
      const next: StatementFate | undefined = statements[at + 1];
      if (statement.carried === 0n || !next) return { payouts, decisive: payouts.at(-1) ?? null, statement };
      at += 1;
      statement = next;
      continue;
    }
    payouts.push(...statement.payouts);
    const lost = statement.payouts.find((p) => p.cameBackOn !== null);
    const back = lost ? statements.findIndex((s) => s.id === lost.cameBackOn) : -1;
    const decisive = statement.payouts.find((p) => p.state !== 'paid') ?? statement.payouts.at(-1) ?? null;
    if (back <= at) return { payouts, decisive, statement };
    at = back;
    statement = statements[back];
  }
  return null;
}
