import { addDays, type Calendar, CalendarYearUnknown, type DateText } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { date, manyRows, statement } from '@jeongsan/sql';

const DAYS_BACK = 500;
const DAYS_AHEAD = 500;

export type ClosedDay = Readonly<{ date: DateText; next: DateText; previous: DateText }>;

/**
 * The dates around today that are no business days, with their neighbours. Ends with the last year of known holidays: a later
 * deadline keeps its calendar date, which is the earlier one for every rule that moves it to the next business day.
 */
export function closedDays(today: DateText, calendar: Calendar): ClosedDay[] {
  const days: ClosedDay[] = [];
  for (let offset = -DAYS_BACK; offset <= DAYS_AHEAD; offset += 1) {
    const on = addDays(today, offset);
    try {
      if (calendar.isBusinessDay(on)) continue;
      days.push({ date: on, next: calendar.nextBusinessDay(on), previous: calendar.previousBusinessDay(on) });
    } catch (error) {
      if (!(error instanceof CalendarYearUnknown)) throw error;
    }
  }
  return days;
}

/** Open lines after a place, in the order of their keys; `lines` is the most of one step. */
export type Step = Readonly<{ afterOrder: string; afterLine: string; lines: number }>;

/** SQL: the date of the event from which the rule of choice `c` counts, for `line`. */
const startOf = (c: string): string => `(
  case (select r.start_event from payouts.statutory_rule r where r.code = ${c}.rule_code limit 1)
    when 'PAID' then line.earned_at when 'DELIVERED' then line.delivered_at when 'CONFIRMED' then line.confirmed_at
  end at time zone 'Asia/Seoul')::date`;

/** SQL: whether an earlier choice gave `line` a deadline that began before choice `c`. */
const hasBegunBefore = (c: string): string => `exists (
  select from payouts.statutory_choice e
   where e.category in ('', line.category) and e.effective_from < ${c}.effective_from
     and ${startOf('e')} >= e.effective_from and ${startOf('e')} < ${c}.effective_from)`;

const DATE_LINES = statement(
  `
  with closed as (select * from :closed.unnest as h(:closed.columns)),
  line as materialized (
    select d.order_id, d.line_id, d.category, p.earned_at, l.delivered_at,
           least(l.confirmed_at, case when l.auto_confirms_at <= :now then l.auto_confirms_at end) as confirmed_at
      from (select * from payouts.payment_deadline
             where settled_on is null and (order_id, line_id) > (:afterOrder, :afterLine) order by order_id, line_id limit :lines) d
      cross join lateral (select * from gateway.order_line x where (x.order_id, x.line_id) = (d.order_id, d.line_id) offset 0) l
      left join lateral (select min(x.earned_at) as earned_at from gateway.payment x
                          where x.order_id = d.order_id and x.earned_at is not null) p on true
  ), chosen as (
    select line.order_id, line.line_id, rule.code, rule.starts_on, rule.last_day, rule.on_holiday
      from line left join lateral (
        select c.rule_code, c.effective_from, s.starts_on
          from payouts.statutory_choice c
          cross join lateral (
            select case when c.rule_code is not null then ${startOf('c')}
                        when not ${hasBegunBefore('c')} then c.effective_from end as starts_on) s
         where c.category in ('', line.category) and c.effective_from <= s.starts_on
         order by c.category <> '' desc, c.effective_from desc, c.id desc limit 1) choice on true
      left join lateral (
        select r.code, choice.starts_on, r.on_holiday, r.days
               + case when r.month_end then (date_trunc('month', choice.starts_on) + interval '1 month - 1 day')::date
                      else choice.starts_on end as last_day
          from payouts.statutory_rule r
         where r.code = choice.rule_code and r.effective_from <= choice.starts_on order by r.effective_from desc limit 1) rule on true
  )
  update payouts.payment_deadline d
     set rule_code = c.code, starts_on = c.starts_on,
         due_on = case c.on_holiday when 'NEXT' then coalesce(h.next, c.last_day) when 'PREVIOUS' then coalesce(h.previous, c.last_day)
                                    else c.last_day end
    from chosen c left join closed h on h.date = c.last_day
   where (d.order_id, d.line_id) = (c.order_id, c.line_id) and (d.breached_on is null or d.due_on is null)`,
  {
    closed: manyRows<ClosedDay>({
      date: date((h) => h.date),
      next: date((h) => h.next),
      previous: date((h) => h.previous),
    }),
  },
);

/**
 * Writes the deadline of each open line of a step: of the choices for its category (a choice for the category before one for
 * all) the latest that is in force on the date of the rule's start event, and of that rule the version in force on the date.
 * A choice of no rule ends no deadline that began before it. A line that is breached keeps the deadline that it missed.
 */
export async function dateLines(db: Executor, step: Step, closed: readonly ClosedDay[], now: Date): Promise<void> {
  await DATE_LINES.rows(db, { ...step, closed, now });
}
