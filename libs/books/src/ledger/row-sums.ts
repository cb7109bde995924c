import { type Executor, statement } from '@jeongsan/sql';
import { afterOf, afterPlace, inRange, LEDGER_START, type LedgerPlace, untilOf, withEntries } from './ledger-range.js';

/**
 * SQL: sums of a 64-bit hash of each row. A sum can be taken in any order and by several processes at once, and rows can be added to it, which a
 * chain of SHA-256 cannot. It finds changes; against a forger it is as strong as the chain that it stands in.
 */
const sumOf = (...columns: string[]): string =>
  `coalesce(sum(hash_record_extended(row(${columns.join(', ')}), 0)), 0)::text`;
const postingSum = sumOf('p.id', 'p.key', 'p.template', 'p.facts_hash', 'p.effective_at', 'p.created_at', 'p.txid');
const entrySum = sumOf('e.posting_id', 'e.id', 'e.account_code', 'e.currency', 'e.amount', 'e.effective_at');

/** A count of rows and the sum of their hashes. */
export type RowSum = Readonly<{ rows: string; sum: string }>;
export type LedgerSums = Readonly<{
  postings: RowSum;
  /** Entries by month, as `2026-11`. */
  entries: Readonly<Record<string, RowSum>>;
}>;

type MonthRow = RowSum & { month: string };

// A month's table has its month in its name, which is cheaper than the month of each row.
const ENTRIES = `
  select coalesce(x.of_row, to_char(to_date(c.relname, '"entry_"YYYY_MM'), 'YYYY-MM')) as month, x.rows, x.sum from (
    select e.tableoid, case when e.tableoid = 'ledger.entry_rest'::regclass then to_char(ledger.month_of(e.effective_at), 'YYYY-MM') end as of_row,
           count(*)::text as rows, ${entrySum} as sum
      from ledger.entry e group by 1, 2
  ) x join pg_class c on c.oid = x.tableoid`;
const POSTINGS = `select count(*)::text as rows, ${postingSum} as sum from ledger.posting p`;
const LATER_ENTRIES = statement(`
  select to_char(ledger.month_of(e.effective_at), 'YYYY-MM') as month, count(*)::text as rows, ${entrySum} as sum
    from ${withEntries} where ${afterPlace} group by 1`);
const LATER_POSTINGS = statement(`${POSTINGS} where ${afterPlace}`);

/** The sums of all rows that are here: entries of detached months are not. */
export async function allSums(tx: Executor): Promise<LedgerSums> {
  return sumsOf(await tx.query<RowSum[]>(POSTINGS), await tx.query<MonthRow[]>(ENTRIES));
}

/** The sums of the postings after a place, and of their entries. */
export async function laterSums(tx: Executor, place: LedgerPlace): Promise<LedgerSums> {
  const after = afterOf(place);
  return sumsOf(await LATER_POSTINGS.rows<RowSum>(tx, after), await LATER_ENTRIES.rows<MonthRow>(tx, after));
}

const NOTHING: RowSum = { rows: '0', sum: '0' };

function sumsOf([postings = NOTHING]: readonly RowSum[], months: readonly MonthRow[]): LedgerSums {
  const entries: Record<string, RowSum> = {};
  for (const { month, rows, sum } of months) entries[month] = added(entries[month] ?? NOTHING, { rows, sum }, 1n);
  return { postings, entries };
}

const added = (a: RowSum, b: RowSum, sign: 1n | -1n): RowSum => ({
  rows: String(BigInt(a.rows) + sign * BigInt(b.rows)),
  sum: String(BigInt(a.sum) + sign * BigInt(b.sum)),
});

/** The sums of both (sign 1), or of the rows of `a` that are not in `b` (sign -1). */
export function combined(a: LedgerSums, b: LedgerSums, sign: 1n | -1n): LedgerSums {
  const entries = { ...a.entries };
  for (const [month, rows] of Object.entries(b.entries)) entries[month] = added(entries[month] ?? NOTHING, rows, sign);
  return { postings: added(a.postings, b.postings, sign), entries };
}

/** The parts that differ, as text. Months of `expected` in `away` are detached and not compared. */
export function differencesOf(
  expected: LedgerSums,
  found: LedgerSums,
  away: ReadonlySet<string>,
): { part: string; expected: string; found: string }[] {
  const months = [...new Set([...Object.keys(expected.entries), ...Object.keys(found.entries)])].sort();
  const parts = [
    ['postings', expected.postings, found.postings] as const,
    ...months
      .filter((month) => !away.has(month))
      .map(
        (month) =>
          [`entries of ${month}`, expected.entries[month] ?? NOTHING, found.entries[month] ?? NOTHING] as const,
      ),
  ];
  return parts
    .map(([part, a, b]) => ({ part, expected: textOf(a), found: textOf(b) }))
    .filter((one) => one.expected !== one.found);
}
const textOf = ({ rows, sum }: RowSum): string => `${rows} rows, sum ${sum}`;

/** SQL: one row (rows, sum) of the checkpoints of all accounts without the entries that the query `later` summed by account. */
export const totalsLess = (later: string): string => `
  select count(*)::text as rows, ${sumOf('c.account_code', 'c.currency', 'c.balance - coalesce(l.amount, 0)', 'c.entries - coalesce(l.entries, 0)')} as sum
    from ledger.checkpoint c left join ${later} l using (account_code, currency)
   where c.entries - coalesce(l.entries, 0) <> 0`;

const TOTALS = statement(`
  with later as materialized (
    select e.account_code, e.currency, sum(e.amount)::bigint as amount, count(*) as entries
      from ${withEntries} where ${inRange} group by 1, 2
  )
  ${totalsLess('later')}`);

/** The checkpoints of all accounts as they were at a place: what they are, at `until`, less the entries since. */
export async function totalsAt(tx: Executor, place: LedgerPlace, until: LedgerPlace): Promise<RowSum> {
  const [row] = await TOTALS.rows<RowSum>(tx, { ...afterOf(place), ...untilOf(until) });
  return row ?? NOTHING;
}

const MARKS = statement(`
  select count(*)::text as rows, ${sumOf('p.id', 'p.key', 'p.corrects')} as sum from ledger.posting p where p.corrects is not null and ${inRange}`);

/** The postings up to a place that correct a closed month, each with the time of its fact: no seal covers that time. */
export async function marksAt(tx: Executor, place: LedgerPlace): Promise<RowSum> {
  const [row] = await MARKS.rows<RowSum>(tx, { ...afterOf(LEDGER_START), ...untilOf(place) });
  return row ?? NOTHING;
}

/** The sum of the seals up to one. */
export async function sealSum(tx: Executor, id: bigint): Promise<RowSum> {
  const [row] = await tx.query<RowSum[]>(
    `select count(*)::text as rows, ${sumOf('s.id', 's.last_txid', 's.last_posting', 's.postings', 's.hash')} as sum from ledger.seal s where s.id <= $1`,
    [id],
  );
  return row ?? NOTHING;
}
