import { inList, type Executor } from '@jeongsan/database';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';
import { canceledOfLine } from '../../../closing/canceled-of-line.js';
import { linesOfPosting } from '../../../closing/lines-of-posting.js';
import { releasedReserves } from '../../../closing/released-reserves.js';
import type { Step } from './date-lines.js';

/** Statements of a seller that are looked through for the end of carried or returned money. */
const STATEMENTS_MAX = 100;

/**
 * SQL: the most won of statement `s` that its later statement `t` carries. An off-cycle statement pays money from before: that
 * is what was carried to it or stated anew on it, and what matured on it is carried.
 */
const carriedOf = (s: string, t: string): string => `(
  case when ${t}.off_cycle and ${t}.id <> ${s}.id
       then least(${t}.carried, ${t}.opening - ${t}.payout_amount + (
              select coalesce(sum(l.amount), 0) from payouts.statement_line l
               where l.statement_id = ${t}.id and l.amount > 0
                 and not exists (select from payouts.matured_line m where m.posting_key = l.posting_key)))
       else ${t}.carried end)`;

/**
 * SQL: rows (id, business_date, amount): the seller's statements `t` from statement `s` on, each with the most won of `s` that were not
 * paid after it, reserves aside. Unpaid money from before `t` can only be in the amount that `t` carries, or in a payout until then that is
 * not paid and whose money no statement until then has stated again. The least amount is the bound.
 */
const laterThan = (s: string): string => `(
  select t.id, t.business_date, (greatest(0, ${carriedOf(s, 't')}) + unpaid.amount)::bigint as amount
    from (select x.* from payouts.statement x where x.seller_id = ${s}.seller_id and x.business_date >= ${s}.business_date
           order by x.business_date limit ${STATEMENTS_MAX}) t
    cross join lateral (
      select coalesce(sum(q.amount), 0) as amount
        from payouts.statement u join payouts.payout q on q.statement_id = u.id and q.state not in ${inList(payoutStates.arrived)}
       where u.seller_id = ${s}.seller_id and u.business_date between ${s}.business_date and t.business_date
         and not exists (
           select from ${linesOfPosting(`'payout.released/' || q.id`, 'q.seller_id')} b
            where b.business_date <= t.business_date)) unpaid)`;

/** SQL: when all but `most` won of `remains` row `s` were paid: by the payouts of the first statement after which no more is left. */
const paidAt = (s: string, most: string): string => `(
  select coalesce(max(q.finished_at) filter (where q.statement_id = first.id), max(q.finished_at))
    from (select * from unnest(${s}.later_ids, ${s}.later_dates, ${s}.later_amounts) as t(id, business_date, amount)
           where t.amount <= ${most} order by t.business_date limit 1) first
    join payouts.statement u on u.seller_id = ${s}.seller_id and u.business_date between ${s}.business_date and first.business_date
    join payouts.payout q on q.statement_id = u.id and q.state = 'paid')`;

const openHold = (order: string, today: string): string =>
  `exists (select from payouts.hold h where h.seller_id = ${order}.seller_id and h.order_id = ${order}.order_id and h.scope = 'ORDER'
             and h.released_at is null and (h.release_on is null or h.release_on > ${today}))`;

/**
 * Of a statement that is paid in part, lines of held orders are unpaid first, then those that matured last: so the parts add up
 * to the amount that is left. A reserve is left until the statement that states its release has paid more than its own lines.
 */
const OWED = `
  with line as materialized (
    select d.order_id, d.line_id, d.seller_id from payouts.payment_deadline d
     where d.settled_on is null and (d.order_id, d.line_id) > (:afterOrder, :afterLine) order by d.order_id, d.line_id limit :lines
  ), part as materialized (
    select l.*, m.tranche, m.amount, m.posting_key, sl.statement_id
      from line l
      cross join lateral (select * from payouts.matured_line x where (x.order_id, x.line_id) = (l.order_id, l.line_id) offset 0) m
      left join lateral (select * from ${linesOfPosting('m.posting_key', 'l.seller_id')} x offset 0) sl on true
  ), own as materialized (
    select s.id, s.seller_id, s.business_date from payouts.statement s
     where s.id in (select statement_id from part where statement_id is not null)
  ), released as materialized (
    select own.id, sum(r.amount)::bigint as amount, r.stated_by
      from own cross join lateral ${releasedReserves('own.id', 'own.seller_id')} r group by own.id, r.stated_by
  ), stating as materialized (
    select s.id, s.seller_id, s.business_date from payouts.statement s
     where s.id in (select stated_by from released where stated_by is not null)
  ), remains as materialized (
    select s.id, s.seller_id, s.business_date, l.*, r.amount as reserved
      from (select * from own union select * from stating) s
      cross join lateral (
        select min(t.amount) as amount, array_agg(t.id order by t.business_date) as later_ids,
               array_agg(t.business_date order by t.business_date) as later_dates, array_agg(t.amount order by t.business_date) as later_amounts
          from ${laterThan('s')} t) l
      cross join lateral (select coalesce(sum(x.amount - x.released), 0)::bigint as amount from payouts.reserve_hold x
                           where x.seller_id = s.seller_id and x.statement_id = s.id) r
  ), own_lines as materialized (
    select s.id, coalesce(sum(m.amount), 0) as amount
      from stating s
      left join payouts.statement_line sl on sl.statement_id = s.id
      left join payouts.matured_line m on m.posting_key = sl.posting_key
     group by s.id
  ), freed as materialized (
    select f.id, sum(f.amount) as amount_released, array_agg(f.stated_by) as stated_by,
           max(${paidAt('u', 'greatest(0, o.amount - u.reserved)')}) as paid_at,
           sum(case when u.id is null then f.amount else least(f.amount, greatest(0, u.amount + u.reserved - o.amount)) end) as amount
      from released f left join remains u on u.id = f.stated_by left join own_lines o on o.id = f.stated_by group by f.id
  ), stated as materialized (
    select s.id, s.seller_id, s.business_date, s.later_ids, s.later_dates, s.later_amounts, s.reserved, f.stated_by,
           f.paid_at as freed_paid_at, s.reserved + coalesce(f.amount_released, 0) as ever_reserved,
           s.amount + s.reserved + coalesce(f.amount, 0) as amount
      from own join remains s on s.id = own.id left join freed f on f.id = own.id
  ), allotted as materialized (
    select m.order_id, m.line_id, m.tranche, sum(m.amount) over last_first - m.amount as before,
           greatest(0, least(m.amount, s.amount - (sum(m.amount) over last_first - m.amount))) as unpaid
      from stated s
      join payouts.statement_line sl on sl.statement_id = s.id
      join payouts.matured_line m on m.posting_key = sl.posting_key
     where s.later_amounts[1] > 0 or s.ever_reserved > 0
    window last_first as (partition by s.id order by ${openHold('m', ':today::date')} desc, m.matured_on desc, m.order_id desc,
                                                     m.line_id desc, m.tranche desc)
  ), sums as materialized (
    select l.order_id, l.line_id, l.seller_id, o.net - canceled.net - (matured.amount - canceled.taken) as pending,
           least(greatest(0, matured.amount - canceled.taken), matured.unpaid) as unpaid, matured.statement_id, st.stated_by,
           st.amount > st.reserved as is_beyond_reserve, (matured.paid_at at time zone 'Asia/Seoul')::date as paid_on
      from line l
      cross join lateral (select x.net from gateway.order_line x where (x.order_id, x.line_id) = (l.order_id, l.line_id) offset 0) o
      cross join lateral ${canceledOfLine('l')} canceled
      cross join lateral (
        select coalesce(sum(p.amount), 0)::bigint as amount,
               coalesce(sum(case when p.statement_id is null then p.amount else coalesce(a.unpaid, 0) end), 0)::bigint as unpaid,
               (array_agg(p.statement_id order by p.tranche desc) filter (where p.statement_id is not null))[1] as statement_id,
               max(greatest(${paidAt('s', 'greatest(0, coalesce(a.before, 0) - s.ever_reserved)')},
                            case when coalesce(a.before, 0) < s.ever_reserved then s.freed_paid_at end)) as paid_at
          from part p left join allotted a using (order_id, line_id, tranche) left join stated s on s.id = p.statement_id
         where (p.order_id, p.line_id) = (l.order_id, l.line_id)) matured
      left join stated st on st.id = matured.statement_id
  )`;

/** SQL: why the money of `sums` row `w` is still owed, first cause first. */
const CAUSE = `
  case when w.pending > 0 then
         case when ${openHold('w', ':today::date')} then 'HELD_ORDER'
              when t.matures_on is null then case t.start_event when 'DELIVERED' then 'WAITS_FOR_DELIVERY' else 'WAITS_FOR_CONFIRMATION' end
              when t.matures_on > :today then 'NOT_MATURED'
              when r.state is null then 'NOT_SETTLED_BY_PROVIDER'
              when r.state = 'disputed' then 'SETTLEMENT_DISPUTED'
              else 'WAITS_FOR_MATURING' end
       else coalesce(
         case when ${openHold('w', ':today::date')} then 'HELD_ORDER' end,
         (select h.reason from payouts.hold h where h.seller_id = w.seller_id and h.scope = 'SELLER' and h.released_at is null
           order by h.placed_at limit 1),
         (select case when q.state in ${inList(payoutStates.failed)} then
                        case q.failure_class when 'terminal' then 'FAILED_TERMINAL' when 'seller_must_act' then 'FAILED_SELLER_MUST_ACT'
                                             else 'FAILED_RETRY' end
                      when q.state = 'reserved' then 'WAITS_FOR_DISPATCH'
                      when q.state = 'in_transit' then 'AT_THE_BANK'
                      when q.state in ${inList(payoutStates.sending)} then 'OUTCOME_UNKNOWN' end
            from payouts.payout q
           where w.is_beyond_reserve and q.statement_id = any(array_append(w.stated_by, w.statement_id)) and q.state <> 'paid'
           order by q.id limit 1),
         case when array_position(w.stated_by, null) is not null then 'WAITS_FOR_STATEMENT' end,
         (select s.hold_reason from payouts.statement s
           where w.is_beyond_reserve and s.seller_id = w.seller_id and s.carried > 0 order by s.business_date desc limit 1),
         (select 'IN_RESERVE' from payouts.reserve_hold x
           where x.seller_id = w.seller_id and x.statement_id = w.statement_id and x.released < x.amount limit 1),
         case when w.statement_id is null then 'WAITS_FOR_STATEMENT' else 'CARRIED' end) end`;

const OWE_LINES = statement(`
  ${OWED}, found as (
    select w.*, greatest(0, w.pending) + w.unpaid as owed, ${CAUSE} as because
      from sums w
      left join lateral (
        select min(x.matures_on) as matures_on,
               (select e.document ->> 'startEvent' from gateway.order_line o
                  join payouts.seller_terms e on e.seller_id = o.seller_id and e.effective_from = o.terms_from
                 where (o.order_id, o.line_id) = (w.order_id, w.line_id)) as start_event
          from gateway.order_line_tranche x
         where (x.order_id, x.line_id) = (w.order_id, w.line_id)
           and not exists (select from payouts.matured_line m
                            where (m.order_id, m.line_id, m.tranche) = (x.order_id, x.line_id, x.tranche))) t on true
      left join lateral (
        select s.state from gateway.payment p join reconciliation.settlement s on s.transaction_key = p.transaction_key
         where p.order_id = w.order_id limit 1) r on true
  ), changed as (
    update payouts.payment_deadline d
       set owed = f.owed, cause = case when f.owed > 0 then f.because end, tracked_on = :today,
           settled_on = case when f.owed = 0 then coalesce(f.paid_on, :today) end,
           breached_on = coalesce(d.breached_on, case
             when f.owed > 0 and d.due_on < :today then :today
             when f.owed = 0 and d.due_on < f.paid_on then f.paid_on end)
      from found f where (d.order_id, d.line_id) = (f.order_id, f.line_id)
    returning d.order_id, d.line_id
  )
  select order_id as "orderId", line_id as "lineId" from changed order by order_id desc, line_id desc limit 1`);

/** Writes what is still owed of each open line of a step, and why. Returns the last line; null: there was none. */
export async function oweLines(
  db: Executor,
  step: Step,
  today: string,
): Promise<Readonly<{ orderId: string; lineId: string }> | null> {
  const [last] = await OWE_LINES.rows<{ orderId: string; lineId: string }>(db, { ...step, today });
  return last ?? null;
}
