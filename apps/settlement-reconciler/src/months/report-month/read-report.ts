import type { Executor } from '@jeongsan/database';
import type { Snapshots } from '@jeongsan/nest-platform';
import { type MonthAccount, type MonthReport, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { boundsOf, type MonthBounds } from '../month-bounds.js';
import { ALL_ENTRIES, readMonth } from '../month-record.js';
import { linesOf } from './report-lines.js';

/** SQL: the kind of an account; all sellers' accounts of one kind are one. */
const KIND = 'ledger.kind_of(e.account_code)';

const OPENING = statement(`
  select ${KIND} as account, currency, sum(amount)::bigint as opening
    from (${ALL_ENTRIES}) e where effective_at < :from group by 1, 2`);

const MOVEMENTS = statement(`
  select ${KIND} as account, e.currency, p.template, to_char(ledger.month_of(p.corrects), 'YYYY-MM') as corrects,
         sum(e.amount)::bigint as amount, count(*)::int as entries
    from ledger.entry e join ledger.posting p on p.id = e.posting_id
   where e.effective_at >= :from and e.effective_at < :until
   group by 1, 2, 3, 4 order by 1, 2, 3, 4 nulls first`);

type Opening = { account: string; currency: string; opening: bigint };
type Movement = MonthAccount['movements'][number] & { account: string; currency: string };

/**
 * The platform's report of a month: each account from its opening balance over its movements by kind of posting to its closing
 * balance, and the lines that are summed from them. @throws MONTH_NOT_FOUND, MONTH_DETACHED
 */
export function reportMonth(db: Snapshots, month: string, now: Date): Promise<MonthReport> {
  const bounds = boundsOf(month);
  return db.transaction('REPEATABLE READ', async (tx) => {
    await tx.query(`set local statement_timeout = '15min'`);
    const { state, inLedger } = await readMonth(tx, bounds, now);
    if (inLedger === 'DETACHED')
      throw refuse('MONTH_DETACHED', `The entries of ${month} are detached: attach the month first`);
    const accounts = await readAccounts(tx, bounds);
    return { month, state, lines: linesOf(accounts), accounts };
  });
}

/** Debits less credits of every kind of account in the month. */
export async function readAccounts(tx: Executor, { from, until }: MonthBounds): Promise<MonthAccount[]> {
  const openings = await OPENING.rows<Opening>(tx, { from });
  const movements = await MOVEMENTS.rows<Movement>(tx, { from, until });
  const keyOf = ({ account, currency }: { account: string; currency: string }) => `${account} ${currency}`;
  const rows = new Map(openings.map((one) => [keyOf(one), { ...one, movements: [] as Movement[] }]));
  for (const movement of movements) {
    const { account, currency } = movement;
    const row = rows.get(keyOf(movement)) ?? { account, currency, opening: 0n, movements: [] };
    rows.set(keyOf(movement), row);
    row.movements.push(movement);
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { account, currency, opening, movements: moved }]) => ({
      ...{ account, currency, opening },
      movements: moved.map(({ template, corrects, amount, entries }) => ({ template, corrects, amount, entries })),
      closing: moved.reduce((sum, { amount }) => sum + amount, opening),
    }))
    .filter(({ opening, movements: moved }) => opening !== 0n || moved.length > 0);
}
