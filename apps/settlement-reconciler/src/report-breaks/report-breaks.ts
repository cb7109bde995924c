import type { Executor } from '@jeongsan/database';
import type { breakClasses } from '@jeongsan/platform-contract';
import { manyRows, statement, text } from '@jeongsan/sql';

export type BreakClass = (typeof breakClasses)[number];
export type Difference = Readonly<{
  class: BreakClass;
  subject: string;
  expected: string | null;
  found: string | null;
}>;
/** The time at which, and the run in which, a difference was found. */
export type Seen = Readonly<{ businessDate: string; now: Date }>;

/** The resolution of a break whose difference a later run no longer finds. */
const CAUSE_GONE = `'CAUSE_GONE'`;
/** The resolution of a break that a person closed: no later run opens the break again. */
export const BY_PERSON = `'BY_PERSON'`;

/** SQL: the SET list that closes a break at `:now`. */
export const closing = `resolved_at = :now::timestamptz, resolution = ${CAUSE_GONE}`;

/**
 * Opens a break for each row (class, subject, expected, found) of a query; found at `:now` in the run of `:businessDate`. An open
 * break stays unchanged, a break that closed by itself opens again, a break that a person closed stays closed.
 */
export const openBreaks = (query: string): string => `
insert into reconciliation.break as b (class, subject, business_date, expected, found, opened_at)
select d.class, d.subject, :businessDate::date, d.expected, d.found, :now::timestamptz from (${query}) d
on conflict (class, subject) do update
   set business_date = excluded.business_date, expected = excluded.expected, found = excluded.found, opened_at = excluded.opened_at,
       announced = false, resolved_at = null, resolution = null
 where b.resolution = ${CAUSE_GONE}`;

/**
 * A statement that brings the breaks of some classes in line with the differences that exist now: new differences are opened,
 * breaks without a difference are closed. `query` returns (class, subject, expected, found) and must cover the subjects of all
 * open breaks of the classes; its own parameters are named beside `:now`, `:businessDate` and `:classes`.
 */
export const syncing = (query: string) => statement(synced(query));

const synced = (query: string): string => `
  with difference as materialized (${query}),
  gone as (
    update reconciliation.break b set ${closing}
     where b.resolved_at is null and b.class = any(:classes)
       and not exists (select from difference d where d.class = b.class and d.subject = b.subject)
  )
  ${openBreaks('select * from difference')}`;

/** Runs a statement of `syncing` for these classes; `values` are the parameters of its query. */
export async function syncBreaks(
  tx: Executor,
  sync: ReturnType<typeof syncing>,
  classes: readonly BreakClass[],
  { now, businessDate }: Seen,
  values: Readonly<Record<string, NonNullable<unknown> | null>>,
): Promise<void> {
  await sync.rows(tx, { now, businessDate, classes, ...values });
}

const SYNC_LIST = statement(synced('select * from :found.unnest as d(class, subject, expected, found)'), {
  found: manyRows<Difference>({
    class: text((d) => d.class),
    subject: text((d) => d.subject),
    expected: text((d) => d.expected),
    found: text((d) => d.found),
  }),
});

/** Like syncBreaks, for a short list of differences that are already computed. */
export async function syncBreakList(
  tx: Executor,
  classes: readonly BreakClass[],
  { now, businessDate }: Seen,
  found: readonly Difference[],
): Promise<void> {
  await SYNC_LIST.rows(tx, { now, businessDate, classes, found });
}
