import { addDays, daysBetween, instantAt } from '@jeongsan/calendar';
import type { Output } from '@jeongsan/http-contract';
import { withAttachedMonths } from '@jeongsan/nest-kit';
import type { Snapshots } from '@jeongsan/nest-platform';
import { type listDailyBalances, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';

const DAYS_MAX = 100;

type Kind = { account: string; currency: string };
type KindBalance = Kind & { balance: bigint; entries: bigint };
type Moved = Kind & { date: string; moved: bigint };
type Day = Output<typeof listDailyBalances>['days'][number];

/** The balances of all kinds of accounts at an instant: the last sealed month's, and the entries since. */
const AT = statement(`
  select account, currency, sum(balance)::bigint as balance, sum(entries)::bigint as entries from (
    select account, currency, balance, entries from ledger.month_total where month = :base::date
    union all
    select ledger.kind_of(account_code), currency, sum(amount)::bigint, count(*) from ledger.entry
     where effective_at >= coalesce(ledger.month_start(ledger.next_month(:base::date)), '-infinity') and effective_at <= :at::timestamptz
     group by 1, 2) part
   group by 1, 2 order by 1, 2`);

const MOVED = statement(`
  select (effective_at at time zone 'Asia/Seoul')::date as date, ledger.kind_of(account_code) as account, currency, sum(amount)::bigint as moved
    from ledger.entry where effective_at >= :from and effective_at < :until group by 1, 2, 3 order by 1, 2, 3`);

/** Must run in one snapshot. */
export const kindsAt = (tx: EntityManager, at: Date): Promise<KindBalance[]> => kindsUntil(tx, at.toISOString());

async function kindsUntil(tx: EntityManager, at: string): Promise<KindBalance[]> {
  const [row] = await tx.query<{ base: string | null }[]>('select ledger.base_month($1) as base', [at]);
  return AT.rows<KindBalance>(tx, { base: row?.base ?? null, at });
}

/** The last microsecond before an instant: the end of a month is known also where the month is detached. */
const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString().replace('Z', '999Z');

/** The trial balance of each day from `from` to `to`, both included. @throws LEDGER_DAYS_INVALID, LEDGER_MONTH_DETACHED */
export async function dailyBalances(db: Snapshots, from: string, to: string): Promise<{ days: Day[] }> {
  const length = daysBetween(from, to) + 1;
  if (length < 1 || length > DAYS_MAX)
    throw refuse('LEDGER_DAYS_INVALID', `From ${from} to ${to} are not 1 to ${DAYS_MAX} days`);
  const [begin, end] = [instantAt(from, '00:00:00'), instantAt(addDays(to, 1), '00:00:00')];
  const { before, moved } = await withAttachedMonths(() =>
    db.transaction('REPEATABLE READ', async (tx) => {
      // The day itself must be attached: the balance before it is known where a detached month ends or begins.
      await tx.query('select ledger.base_month($1)', [begin]);
      return {
        before: await kindsUntil(tx, justBefore(begin)),
        moved: await MOVED.rows<Moved>(tx, { from: begin, until: end }),
      };
    }),
  );
  const balances = new Map(before.map((kind) => [nameOf(kind), kind.balance]));
  const days = Array.from({ length }, (_, index) => addDays(from, index));
  return {
    days: days.map((date) =>
      dayOf(
        date,
        balances,
        moved.filter((row) => row.date === date),
      ),
    ),
  };
}

const nameOf = ({ account, currency }: Kind): string => `${account} ${currency}`;

/** Moves the balances by one day, and returns the day. */
function dayOf(date: string, balances: Map<string, bigint>, moved: readonly Moved[]): Day {
  const byName = new Map(moved.map((row) => [nameOf(row), row.moved]));
  for (const [name, amount] of byName) balances.set(name, (balances.get(name) ?? 0n) + amount);
  const accounts = [...balances].sort().map(([name, balance]) => {
    const [account = '', currency = ''] = name.split(' ');
    return { account, currency, moved: byName.get(name) ?? 0n, balance };
  });
  return { date, accounts, sum: accounts.reduce((sum, { balance }) => sum + balance, 0n) };
}
