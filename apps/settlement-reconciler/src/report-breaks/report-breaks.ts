import type { Executor } from '@jeongsan/database';
import type { BreakClass } from '@jeongsan/platform-contract';
import { bigint, jsonb, manyRows, statement, text } from '@jeongsan/sql';

export type { BreakClass };
/** What both sides say, in words of the class, and the fields that differ. */
export type Evidence = Readonly<{
  ours: Readonly<Record<string, string | null>>;
  theirs: Readonly<Record<string, string | null>>;
  differs: readonly string[];
}>;
export type Difference = Readonly<{
  class: BreakClass;
  subject: string;
  expected: string | null;
  found: string | null;
  /** The difference in minor units of the currency; null: not known. */
  amount: bigint | null;
  currency: string;
  evidence: Evidence;
  orderId: string | null;
  paymentKey: string | null;
  sellerId: string | null;
}>;
/** The time at which, and the run in which, a difference was found. */
export type Seen = Readonly<{ businessDate: string; now: Date }>;

/** A difference of which only both values are known. */
export const bareDifference = (d: Pick<Difference, 'class' | 'subject' | 'expected' | 'found'>): Difference => ({
  ...d,
  ...{ amount: null, currency: 'KRW', orderId: null, paymentKey: null, sellerId: null },
  evidence: { ours: { value: d.expected }, theirs: { value: d.found }, differs: ['value'] },
});

/** SQL: the rows of a query of (class, subject, expected, found) as rows of all columns of a difference. */
export const bareRows = (query: string): string => `
  select d.class, d.subject, d.expected, d.found, null::bigint as amount, 'KRW' as currency,
         jsonb_build_object('ours', jsonb_build_object('value', d.expected), 'theirs', jsonb_build_object('value', d.found),
                            'differs', jsonb_build_array('value')) as evidence,
         null::text as order_id, null::text as payment_key, null::text as seller_id
    from (${query}) d`;

const BY_RUN = `changed_at = :now::timestamptz, changed_by = 'system:reconciler', credential = null, reason = null, note = null`;

/** SQL: the SET list that closes a break whose difference a run no longer finds, at `:now`. Its owner keeps it in the history. */
export const closing = `resolved_at = :now::timestamptz, state = 'CLOSED', version = version + 1, action = 'vanish', ${BY_RUN}`;

/** SQL: the columns of a break that a run writes, in the order of a difference's columns. */
const FACTS = 'expected, found, amount, currency, evidence, order_id, payment_key, seller_id';
const TIMES = 'medium_at, high_at, critical_at, due_at';
const excluded = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `excluded.${column}`)
    .join(', ');

/** SQL: the SET list of columns that an open break keeps, and a break that opens again takes from the difference. */
const kept = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${column} = case when b.resolved_at is null then b.${column} else excluded.${column} end`)
    .join(', ');

/** SQL: the times of severity `t` of an open break, and those of the difference for one that opens again. */
const ofOpening = TIMES.split(', ')
  .map((time) => `case when b.resolved_at is null then t.${time} else excluded.${time} end`)
  .join(', ');

/**
 * SQL: whether the difference `d` that a run finds is the one that the break `b` records. Amounts of earlier releases are not known, so
 * the first amount of a break is no change.
 */
const sameFacts = (d: string): string => `(b.expected, b.found) is not distinct from (${d}.expected, ${d}.found)
   and (b.amount is null or (b.amount, b.currency) is not distinct from (${d}.amount, ${d}.currency))`;

/**
 * Opens a break for each row of a query of differences, found at `:now` in the run of `:businessDate`. An open break takes other
 * facts and stays open; a break that a person settled stays settled while its facts are the same; otherwise, or after it closed
 * by itself, it opens again. Its history keeps the facts before and after.
 */
export const openBreaks = (query: string): string => `
insert into reconciliation.break as b (class, subject, business_date, ${FACTS}, opened_at, changed_at, ${TIMES})
select d.class, d.subject, :businessDate::date, ${FACTS}, :now::timestamptz, :now::timestamptz, ${TIMES}
  from (${query}) d cross join lateral reconciliation.severity_times(d.amount, d.currency, :now::timestamptz)
on conflict (class, subject) do update
   set (${FACTS}) = (${excluded(FACTS)}),
       state = case when b.resolved_at is null then b.state else 'REOPENED' end,
       action = case when b.resolved_at is null then 'facts' else 'differ' end,
       ${kept('business_date, opened_at')},
       -- An open break is as severe as its amount is now, by the rules of the day on which it opened.
       (${TIMES}) = (select ${ofOpening} from reconciliation.severity_times(excluded.amount, excluded.currency, b.opened_at) t),
       announced = b.announced and b.resolved_at is null, is_overdue_announced = b.resolved_at is null and b.is_overdue_announced,
       resolved_at = null, matched_key = null, version = b.version + 1, ${BY_RUN}
 where b.state = 'CLOSED' or not (${sameFacts('excluded')})`;

/**
 * A statement that brings the breaks of some classes in line with the differences that exist now: new differences are opened,
 * breaks without a difference are closed. `query` returns differences and must cover the subjects of all open breaks of the
 * classes; its own parameters are named beside `:now`, `:businessDate` and `:classes`.
 */
export const syncing = (query: string) => statement(synced(query));

const synced = (query: string): string => `
  with difference as materialized (${query}),
  gone as (
    update reconciliation.break b set ${closing}
     where b.resolved_at is null and b.class = any(:classes)
       -- The rules and waiting days of an older run say nothing about a difference that a later one found.
       and b.business_date <= :businessDate::date
       and not exists (select from difference d where d.class = b.class and d.subject = b.subject)
  )
  ${openBreaks('select * from difference')}`;

/** A statement that counts, by class, the breaks that the statement of `syncing` would leave open. It writes nothing and locks nothing. */
export const trying = (query: string) =>
  statement(`
  -- Without the evidence, which takes as long as the comparison where many records differ.
  with difference as (select d.class, d.subject, d.expected, d.found, d.amount, d.currency from (${query}) d)
  select coalesce(d.class, b.class) as class, count(*)::int as open
    from difference d
    full join (select * from reconciliation.break where class = any(:classes)) b on b.class = d.class and b.subject = d.subject
   where case when b.id is null then true
              when b.resolved_at is null then d.class is not null or b.business_date > :businessDate::date
              else d.class is not null and (b.state = 'CLOSED' or not (${sameFacts('d')})) end
   group by 1`);

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

const SYNC_LIST = statement(synced('select * from :found.unnest as d(:found.columns)'), {
  found: manyRows<Difference>({
    class: text((d) => d.class),
    subject: text((d) => d.subject),
    expected: text((d) => d.expected),
    found: text((d) => d.found),
    amount: bigint((d) => d.amount),
    currency: text((d) => d.currency),
    evidence: jsonb((d) => d.evidence),
    order_id: text((d) => d.orderId),
    payment_key: text((d) => d.paymentKey),
    seller_id: text((d) => d.sellerId),
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
