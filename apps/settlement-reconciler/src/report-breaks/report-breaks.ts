import type { Executor } from '@jeongsan/database';
import type { breakClasses } from '@jeongsan/platform-contract';

export type BreakClass = (typeof breakClasses)[number];
export type Difference = Readonly<{
  class: BreakClass;
  subject: string;
  expected: string | null;
  found: string | null;
}>;
/** The time at which, and the run in which, a difference was found. */
export type Seen = Readonly<{ businessDate: string; now: Date }>;

/**
 * The resolution of a break whose difference a later run no longer finds. Every other resolution is a person's
 * decision.
 */
const CAUSE_GONE = `'CAUSE_GONE'`;

/** SQL: the SET list that closes a break; `$1` is now. */
export const closing = `resolved_at = $1::timestamptz, resolution = ${CAUSE_GONE}`;

/**
 * Opens a break for each row (class, subject, expected, found) of a query; `$1` is now, `$2` the run's date. An open
 * break stays unchanged, a break that closed by itself opens again, a break that a person closed stays closed.
 */
export const openBreaks = (query: string): string => `
insert into reconciliation.break as b (class, subject, business_date, expected, found, opened_at)
select d.class, d.subject, $2::date, d.expected, d.found, $1::timestamptz from (${query}) d
on conflict (class, subject) do update
   set business_date = excluded.business_date, expected = excluded.expected, found = excluded.found, opened_at = excluded.opened_at,
       announced = false, resolved_at = null, resolution = null
 where b.resolution = ${CAUSE_GONE}`;

/**
 * Brings the breaks of some classes in line with the differences that exist now: new differences are opened, breaks
 * without a difference are closed. `query` returns (class, subject, expected, found) and must cover the subjects of all
 * open breaks of the classes. Its parameters follow $1 (now), $2 (date) and $3 (classes).
 */
export async function syncBreaks(
  tx: Executor,
  classes: readonly BreakClass[],
  seen: Seen,
  query: string,
  parameters: readonly unknown[],
): Promise<void> {
  await tx.query(
    `with difference as materialized (${query}),
     gone as (
       update reconciliation.break b set ${closing}
        where b.resolved_at is null and b.class = any($3)
          and not exists (select from difference d where d.class = b.class and d.subject = b.subject)
     )
     ${openBreaks('select * from difference')}`,
    [seen.now, seen.businessDate, classes, ...parameters],
  );
}

/** Like syncBreaks, for a short list of differences that are already computed. */
export function syncBreakList(
  tx: Executor,
  classes: readonly BreakClass[],
  seen: Seen,
  found: readonly Difference[],
): Promise<void> {
  const query = `select * from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as d(class, subject, expected, found)`;
  const columns = [
    found.map((d) => d.class),
    found.map((d) => d.subject),
    found.map((d) => d.expected),
    found.map((d) => d.found),
  ];
  return syncBreaks(tx, classes, seen, query, columns);
}
