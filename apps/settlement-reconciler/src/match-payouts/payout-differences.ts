import { inList } from '@jeongsan/database';
import { takesMoney } from '@jeongsan/payouts';
import { payoutStatuses } from '@jeongsan/provider-contract';
import { payoutStates } from '@jeongsan/state-machines';
import { shown } from '../match-records/shown-amount.js';

/** The provider's statuses of payouts that ended without money: `:endedWithoutMoney`. */
export const endedWithoutMoney: readonly string[] = payoutStatuses.filter((status) => !takesMoney(status));
const paid = `'paid'`;
const arrivedOnce = inList([...payoutStates.sent, 'returned']);
const unpaid = inList(payoutStates.unpaid.filter((state) => state !== 'returned'));

/**
 * SQL: differences between our payouts and the provider's list, for the payout dates `:payoutDays` that were listed. A payout on its way
 * is none: only one that we hold for paid must be listed, from `:missingPayoutThrough` back.
 */
export const payoutDifferences = `
with asked as (
  select p.ref_payout_id, p.amount, p.currency, p.state, p.seller_id, coalesce(p.payout_date, a.payout_date) as day
    from payouts.payout p left join payouts.batch a on a.id = p.batch_id
   where coalesce(p.payout_date, a.payout_date) = any(:payoutDays::date[])
      or p.ref_payout_id in (select subject from reconciliation.break where resolved_at is null and class = any(:classes::text[]))
), theirs as (
  -- A reference that was listed more than once counts with the payouts that take money.
  select distinct on (key) key, l.payout_date, l.provider_payout_id, l.destination, l.status, l.currency, takes_money,
         case when takes_money then sum(l.amount) over paid else l.amount end::bigint as amount,
         case when takes_money then count(*) over paid end as times
    from reconciliation.listed_payout l
   cross join lateral (select coalesce(ref_payout_id, provider_payout_id) as key, status <> all(:endedWithoutMoney::text[]) as takes_money) k
   where payout_date = any(:payoutDays::date[]) or ref_payout_id in (select ref_payout_id from asked)
      or coalesce(ref_payout_id, provider_payout_id) in
           (select subject from reconciliation.break where resolved_at is null and class = any(:classes::text[]))
  window paid as (partition by key, takes_money, l.currency)
   order by key, takes_money desc, payout_date desc, provider_payout_id
), judged as (
  select coalesce(o.ref_payout_id, t.key) as ref, o.amount as ours, o.currency as ours_in, o.state, o.seller_id, o.day, t.amount as theirs,
         t.currency as theirs_in, t.times, t.status, t.payout_date, t.provider_payout_id, t.destination,
         case when o.ref_payout_id is null then case when t.takes_money then 'UNKNOWN_PAYOUT' end
              when t.key is null then case when o.state = ${paid} and o.day <= :missingPayoutThrough::date then 'MISSING_PAYOUT' end
              when t.takes_money and t.times > 1 and o.state not in ${unpaid} then 'DUPLICATE_PAYOUT'
              when t.takes_money and (o.amount, o.currency::text) <> (t.amount, t.currency) then 'PAYOUT_AMOUNT'
              when o.state = ${paid} and not t.takes_money then 'PAYOUT_STATUS'
              when o.state in ${unpaid} and t.takes_money then 'PAYOUT_STATUS' end as class
    from asked o full join theirs t on t.key = o.ref_payout_id
)
select class, ref as subject,
       case class when 'PAYOUT_STATUS' then state when 'UNKNOWN_PAYOUT' then null else ${shown('ours', 'ours_in')} end as expected,
       case class when 'PAYOUT_STATUS' then status when 'MISSING_PAYOUT' then null else ${shown('theirs', 'theirs_in')} end as found,
       case class when 'PAYOUT_STATUS' then case when state in ${arrivedOnce} then -ours else theirs end
                  when 'MISSING_PAYOUT' then -ours when 'UNKNOWN_PAYOUT' then theirs
                  else case when ours_in = theirs_in then theirs - ours end end as amount,
       coalesce(ours_in, theirs_in) as currency,
       jsonb_build_object(
         'ours', case when ours is null then '{}' else jsonb_strip_nulls(jsonb_build_object('amount', ours::text, 'currency', ours_in, 'state', state,
                   'sellerId', seller_id, 'day', day::text)) end,
         'theirs', case when theirs is null then '{}' else jsonb_strip_nulls(jsonb_build_object('amount', theirs::text, 'currency', theirs_in, 'status', status,
                   'destination', destination, 'times', case when times > 1 then times::text end, 'payoutId', provider_payout_id, 'day', payout_date::text)) end,
         'differs', case class when 'PAYOUT_STATUS' then '["state", "status"]'::jsonb when 'PAYOUT_AMOUNT' then '["amount"]' when 'DUPLICATE_PAYOUT' then '["amount"]' else '[]' end) as evidence,
       null::text as order_id, null::text as payment_key
  from judged where class is not null`;
