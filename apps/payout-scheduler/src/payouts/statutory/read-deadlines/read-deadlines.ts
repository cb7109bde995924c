import { addDays, businessDateOf } from '@jeongsan/calendar';
import { type Executor, pageSize } from '@jeongsan/database';
import { pageOf, type Input, type Output } from '@jeongsan/http-contract';
import type { listPaymentDeadlines, sumPaymentDeadlines } from '@jeongsan/platform-contract';
import { sayReason } from '@jeongsan/settlement';
import { statement } from '@jeongsan/sql';
import { cursorOf, partsOf } from '../cursor.js';

type Item = Output<typeof listPaymentDeadlines>['items'][number];
type Totals = Output<typeof sumPaymentDeadlines>;

const DAYS_DEFAULT = 7;
const DAYS_MAX = 400;
const daysOf = (days: number | undefined): number => Math.min(Math.max(days ?? DAYS_DEFAULT, 0), DAYS_MAX);

const select = (key: 'due_on' | 'breached_on', where: string) =>
  statement(`
  select order_id as "orderId", line_id as "lineId", seller_id as "sellerId", category, rule_code as "ruleCode",
         starts_on as "startsOn", due_on as "dueOn", due_on - :today::date as "daysLeft", owed, cause, settled_on as "settledOn",
         breached_on as "breachedOn"
    from payouts.payment_deadline
   where ${where} and (${key}, order_id, line_id) > (:afterDate::date, :afterOrder, :afterLine)
     and (:sellerId::text is null or seller_id = :sellerId) and (:category::text is null or category = :category)
     and (:cause::text is null or cause = :cause)
   order by ${key}, order_id, line_id limit :rows`);
const OPEN = select('due_on', `settled_on is null and due_on is not null and owed > 0 and due_on <= :until::date`);
// Earlier releases took the date of some breached lines away: such a line has no deadline to show.
const BREACHED = select(
  'breached_on',
  `breached_on is not null and due_on is not null and breached_on <= :today::date and :until::date is not null`,
);

/** Order lines sorted by deadline, or by the date of the breach; a page reads the next rows of one index. */
export async function readDeadlines(
  db: Executor,
  query: Input<typeof listPaymentDeadlines>['query'],
  now: Date,
): Promise<Output<typeof listPaymentDeadlines>> {
  const limit = pageSize(query.limit);
  const today = businessDateOf(now);
  const isOpen = query.state !== 'breached';
  const [afterDate = '2000-01-01', afterOrder = '', afterLine = ''] = partsOf(query.after, 3);
  const rows = await (isOpen ? OPEN : BREACHED).rows<Omit<Item, 'text'>>(db, {
    today,
    until: addDays(today, daysOf(query.days)),
    afterDate,
    afterOrder,
    afterLine,
    sellerId: query.sellerId ?? null,
    category: query.category ?? null,
    cause: query.cause ?? null,
    rows: limit + 1,
  });
  const items = rows.map((row) => ({ ...row, text: row.cause === null ? null : textOf(row.cause) }));
  return pageOf(items, limit, (row) =>
    cursorOf([(isOpen ? row.dueOn : row.breachedOn) ?? row.dueOn, row.orderId, row.lineId]),
  );
}

const textOf = (cause: string) => ({
  ko: sayReason(cause, { audience: 'operator', language: 'ko' }),
  en: sayReason(cause, { audience: 'operator', language: 'en' }),
});

/** Numbers of lines and won by state, rule and cause. */
export async function sumDeadlines(db: Executor, days: number | undefined, now: Date): Promise<Totals> {
  const today = businessDateOf(now);
  const totals = await db.query<Totals['totals']>(
    `select state, rule_code as "ruleCode", cause, count(*)::int as lines, sum(owed)::bigint as owed
       from (select case when due_on < $1 then 'overdue' else 'due' end as state, rule_code, cause, owed from payouts.payment_deadline
              where settled_on is null and owed > 0 and due_on <= $2
             union all
             select 'breached', rule_code, cause, owed from payouts.payment_deadline
              where due_on is not null and breached_on between $3 and $1) d
      group by state, rule_code, cause order by state, rule_code, cause`,
    [today, addDays(today, daysOf(days)), addDays(today, -daysOf(days))],
  );
  const [last] = await db.query<{ on: string | null }[]>(
    `select max(tracked_on) as on from payouts.payment_deadline where settled_on is null`,
  );
  return { trackedOn: last?.on ?? null, totals };
}
