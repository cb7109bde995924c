import { type Calendar, CalendarYearUnknown, type DateText } from '@jeongsan/calendar';
import { inList, type Executor } from '@jeongsan/database';
import { paymentStates } from '@jeongsan/state-machines';

/**
 * Won that the provider moves from its pending to its available balance on a date, by account ('' is the main account, from
 * which payouts leave). `expected`: the part of payments that are in no settlement yet.
 */
export type Inflow = Readonly<{ date: DateText; account: string; amount: bigint; expected: bigint }>;

/** Days from the sale to the payout of a method that was never settled before. */
const LAG_DAYS_DEFAULT = 3;
/** Days of settlements from which the lag and the fee of each account and method are observed. */
const OBSERVED_DAYS = 14;
/** A payment without a settlement for longer than this is a difference, not an expectation. */
const UNSETTLED_DAYS_MAX = 45;

/**
 * The announced payout dates of settlements; and for approved payments without a settlement the date and the fee that the same
 * account and method had most often lately. What is overdue counts for today. An expected date that is no business day moves to
 * the next one.
 */
export async function expectedInflows(
  db: Executor,
  calendar: Pick<Calendar, 'nextBusinessDay'>,
  today: DateText,
): Promise<Inflow[]> {
  const rows = await db.query<Inflow[]>(
    `with observed as (
       select account, method, mode() within group (order by paid_out_date - sold_date) as days,
              sum(pay_out_amount)::numeric / sum(amount) as share
         from reconciliation.settlement
        where currency = 'KRW' and amount > 0 and sold_date between $1::date - ${OBSERVED_DAYS} and $1
        group by account, method
     ), unsettled as (
       select (p.earned_at at time zone 'Asia/Seoul')::date as sold_on, p.method,
              case when p.m_id in (select account from observed) then p.m_id else '' end as account,
              sum(p.amount - p.canceled)::bigint as amount
         from gateway.payment p
        where p.state in ${inList(paymentStates.kept)} and p.currency = 'KRW'
          and p.earned_at >= ($1::date - ${UNSETTLED_DAYS_MAX})::timestamp at time zone 'Asia/Seoul'
          and not exists (select from reconciliation.settlement s where s.transaction_key = p.transaction_key)
        group by 1, 2, 3
     )
     select greatest(s.paid_out_date, $1::date) as date, s.account, sum(s.pay_out_amount)::bigint as amount, 0::bigint as expected
       from reconciliation.settlement s where s.state in ('imported', 'pending') and s.currency = 'KRW' group by 1, 2
     union all
     select greatest(u.sold_on + coalesce(o.days, ${LAG_DAYS_DEFAULT}), $1::date), u.account,
            sum(floor(u.amount * coalesce(o.share, 1)))::bigint, sum(floor(u.amount * coalesce(o.share, 1)))::bigint
       from unsettled u left join observed o using (account, method) group by 1, 2`,
    [today],
  );
  return rows.map((row) => (row.expected === 0n ? row : { ...row, date: businessDay(calendar, row.date) }));
}

function businessDay(calendar: Pick<Calendar, 'nextBusinessDay'>, date: DateText): DateText {
  try {
    return calendar.nextBusinessDay(date);
  } catch (error) {
    // A date beyond the known holidays is later than every window that is asked for.
    if (error instanceof CalendarYearUnknown) return date;
    throw error;
  }
}
