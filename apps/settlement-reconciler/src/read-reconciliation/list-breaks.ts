import { type Executor, inList, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { BreakTotal, listBreaks as listBreaksEndpoint, totalBreaks as totals } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { breakStates } from '@jeongsan/state-machines';
import type { z } from 'zod';
import { breakColumns } from './break-columns.js';

type BreakView = Output<typeof listBreaksEndpoint>['items'][number];
export type BreakFilters = Input<typeof totals>['query'];

// A constant in place of a parameter lets Postgres use the indexes of open breaks.
const isIn = { true: 'b.resolved_at is null', false: 'b.resolved_at is not null', all: 'true' } as const;

/** SQL: the conditions of the filters of a list, over the parameters of `valuesOf`. */
export const FILTERS = `
  (:excepted::boolean is null or (b.state in ${inList(breakStates.excepted)}) = :excepted)
  and (:state::text is null or b.state = :state) and (:class::text is null or b.class = :class)
  and (:severity::text is null or reconciliation.severity(b, :now::timestamptz) = :severity)
  and (:minAgeHours::int is null or b.opened_at <= :now::timestamptz - :minAgeHours * interval '1 hour')
  and (:overdue::boolean is null or (b.resolved_at is null and b.due_at < :now::timestamptz) = :overdue)
  and (:waiting::boolean is null
       or exists (select from reconciliation.break_decision p where p.break_id = b.id and p.state = 'proposed') = :waiting)
  and (:owner::text is null or case when :owner = 'none' then b.owner is null else b.owner = :owner end)
  and (:day::date is null or b.business_date = :day)
  and (:seller::text is null or b.seller_id = :seller)
  and (:order::text is null or b.order_id = :order)
  and (:payment::text is null or b.payment_key = :payment)`;

const yes = (asked: 'true' | 'false' | undefined): boolean | null => (asked === undefined ? null : asked === 'true');

export const valuesOf = (
  {
    excepted,
    state,
    class: kind,
    severity,
    minAgeHours,
    overdue,
    waiting,
    owner,
    day,
    seller,
    order,
    payment,
  }: BreakFilters,
  now: Date,
) => ({
  now,
  excepted: yes(excepted),
  ...{ state: state ?? null, class: kind ?? null, severity: severity ?? null, minAgeHours: minAgeHours ?? null },
  ...{ overdue: yes(overdue), waiting: yes(waiting), owner: owner ?? null, day: day ?? null },
  ...{ seller: seller ?? null, order: order ?? null, payment: payment ?? null },
});

/** One statement for each value of the filter `open`. */
export const perGroup = <T>(of: (condition: string) => T): Record<keyof typeof isIn, T> => ({
  ...{ true: of(isIn.true), false: of(isIn.false), all: of(isIn.all) },
});

const PAGES = perGroup((condition) =>
  statement(`
    select ${breakColumns(':now')} from reconciliation.break b
     where ${condition} and ${FILTERS}
       and (:after::uuid is null
            or (b.opened_at, b.id) > (select c.opened_at, c.id from reconciliation.break c where c.id = :after))
     order by b.opened_at, b.id limit :rows`),
);

/** Breaks, oldest first. The cursor is the id of the last break of the previous page. */
export async function listBreaks(
  db: Executor,
  { open, after, limit, ...filters }: Input<typeof listBreaksEndpoint>['query'],
  now: Date,
): Promise<Output<typeof listBreaksEndpoint>> {
  const size = pageSize(limit);
  const rows = await PAGES[open ?? 'all'].rows<BreakView>(db, {
    ...valuesOf(filters, now),
    after: after ?? null,
    rows: size + 1,
  });
  return pageOf(rows, size, (row) => row.id);
}

const TOTALS = perGroup((condition) =>
  statement(`
    select b.class, b.state, b.currency, count(*)::int as count, coalesce(sum(abs(b.amount)), 0)::bigint as amount,
           (count(*) - count(b.amount))::int as "unknownAmounts"
      from reconciliation.break b where ${condition} and ${FILTERS}
     group by b.class, b.state, b.currency order by b.class, b.state, b.currency`),
);

/** Numbers and amounts of breaks by class, state and currency. */
export async function totalBreaks(
  db: Executor,
  { open, ...filters }: BreakFilters,
  now: Date,
): Promise<Output<typeof totals>> {
  return { items: await TOTALS[open ?? 'all'].rows<z.output<typeof BreakTotal>>(db, valuesOf(filters, now)) };
}
