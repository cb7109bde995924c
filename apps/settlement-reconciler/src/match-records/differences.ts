/**
 * SQL: what our books say of the days `:days`, as (transaction_key, amount, currency); cancels and withdrawn deposits as negative amounts. A
 * payment whose deposit was withdrawn keeps its approval, because the withdrawal is a row of its own.
 */
export const bookedOfDays = `
  select p.transaction_key, p.amount, p.currency
    from unnest(:days::date[]) as d(day)
    join gateway.payment p on p.approved_at >= d.day::timestamp at time zone 'Asia/Seoul'
                          and p.approved_at < (d.day + 1)::timestamp at time zone 'Asia/Seoul'
   where p.transaction_key is not null
  union all
  select c.transaction_key, -c.amount, (select p.currency from gateway.payment p where p.id = c.payment_id)
    from unnest(:days::date[]) as d(day)
    join gateway.cancel c on c.canceled_at >= d.day::timestamp at time zone 'Asia/Seoul'
                         and c.canceled_at < (d.day + 1)::timestamp at time zone 'Asia/Seoul'
   where c.state = 'done' and c.transaction_key is not null`;

/** SQL: an amount as people write it, with its currency: `12.34 USD`, `5000 KRW`. */
const shown = (amount: string, currency: string): string =>
  `case when ${currency} in ('KRW', 'JPY') then ${amount}::text else round(${amount}::numeric / 100, 2)::text end || ' ' || ${currency}`;

/**
 * Every difference between our books, the provider's transactions and its settlement rows, as (class, subject, expected, found).
 *
 * `:days`: the days whose transactions were read. `:soldDays`: the soldDates whose settlements were read; the transactions of each
 * are those after `:soldAfter`, up to `:soldUntil`. `:downloads`: the downloads of this run. `:dueThrough`: the last day whose
 * transactions must have a settlement row. `:classes`: the classes whose open subjects are read again.
 *
 * First two full joins over the days at hand find the keys that do not agree; only those are then looked up in all three places, over
 * all time. Where two of the three agree, the third has the difference, so that each is reported once:
 *
 *   ours  transaction  settlement
 *    x         x            -       MISSING_SETTLEMENT
 *    x         -            any     MISSING_TRANSACTION
 *    -         x            any     UNKNOWN_TRANSACTION
 *    -         -            x       UNKNOWN_SETTLEMENT
 *
 * Amounts are minor units of their currency and are compared together with it, so money in another currency matches in that
 * currency only.
 */
export const differences = `
with booked as (${bookedOfDays}
), listed as (
  select transaction_key, amount, currency from reconciliation.transaction where business_date = any(:days::date[])
), due as (
  select t.transaction_key, t.payment_key, t.amount, t.currency
    from unnest(:soldAfter::date[], :soldUntil::date[]) as w(after, until)
    join reconciliation.transaction t on t.business_date > w.after and t.business_date <= w.until
), settled as (
  select * from reconciliation.settlement where sold_date = any(:soldDays::date[])
), suspect as materialized (
  select coalesce(b.transaction_key, l.transaction_key) as key
    from booked b full join listed l on l.transaction_key = b.transaction_key
   where (b.amount, b.currency) is distinct from (l.amount, l.currency) or l.currency <> 'KRW'
  union
  select coalesce(t.transaction_key, s.transaction_key)
    from due t full join settled s on s.transaction_key = t.transaction_key
   where s.amount is distinct from t.amount or s.currency <> t.currency or s.payment_key <> t.payment_key
      or s.amount - s.fee <> s.pay_out_amount or s.supply_amount + s.vat <> s.fee or s.fees <> s.fee or s.copies > 1
  union
  select transaction_key from reconciliation.settlement
   where download_id = any(:downloads::bigint[]) and sold_date <> all(:soldDays::date[])
  union
  select subject from reconciliation.break where resolved_at is null and class = any(:classes)
), sides as materialized (
  select x.key, o.amount as ours, o.currency as ours_in, t.amount as theirs, t.currency as theirs_in, t.business_date as day, t.payment_key, t.status,
         s.amount as settled, s.currency as settled_in, s.payment_key as settled_payment, s.fee, s.fees, s.supply_amount, s.vat,
         s.pay_out_amount, s.copies, s.transaction_key is not null as has_row
    from suspect x
    left join lateral (
      select p.amount, p.currency from gateway.payment p
       where p.transaction_key = x.key and p.approved_at is not null
      union all
      -- A cancel that voided a payment came before any deposit and moved no money.
      select -c.amount, p.currency from gateway.cancel c join gateway.payment p on p.id = c.payment_id
       where c.transaction_key = x.key and c.state = 'done' and not (p.state = 'voided' and c.kind = 'cancel')
      limit 1
    ) o on true
    left join lateral (select * from reconciliation.transaction t where t.transaction_key = x.key limit 1) t on true
    left join lateral (select * from reconciliation.settlement s where s.transaction_key = x.key limit 1) s on true
)
select 'MISSING_TRANSACTION' as class, key as subject, ours::text as expected, null as found
  from sides where ours is not null and theirs is null
union all
-- A deposit that the bank withdrew before our books saw it: what is unknown of its payment comes to nothing. The provider lists the
-- withdrawal with the status of a payment that waits again, and no other answer of the provider shows the deposit.
select 'UNKNOWN_TRANSACTION', key, null, ${shown('theirs', 'theirs_in')}
  from (select key, theirs, theirs_in, sum(theirs) over of_payment as net,
               bool_or(status = 'WAITING_FOR_DEPOSIT' and theirs < 0) over of_payment as was_withdrawn
          from sides where ours is null and theirs is not null
        window of_payment as (partition by payment_key)) unknown
 where net <> 0 or not was_withdrawn
union all
select 'TRANSACTION_AMOUNT', key, ${shown('ours', 'ours_in')}, ${shown('theirs', 'theirs_in')}
  from sides where ours <> theirs or ours_in <> theirs_in
union all
-- Money in another currency belongs to no seller, so its break stays until a person closes it.
select 'FOREIGN_CURRENCY', key, null, ${shown('theirs', 'theirs_in')} from sides where ours_in = theirs_in and ours_in <> 'KRW'
union all
select 'MISSING_SETTLEMENT', key, theirs::text, null
  from sides where ours is not null and theirs is not null and not has_row
   -- A settlement row that was missing in one run is still missing in a late run of an earlier date.
   and (day <= :dueThrough::date or exists (select from reconciliation.break b
                                    where b.class = 'MISSING_SETTLEMENT' and b.subject = key and b.resolved_at is null))
union all
select 'UNKNOWN_SETTLEMENT', key,
       case when copies > 1 then '1 row' when payment_key is not null then 'payment ' || payment_key end,
       case when copies > 1 then copies || ' rows' when payment_key is not null then 'payment ' || settled_payment
            else ${shown('settled', 'settled_in')} end
  from sides where has_row and (copies > 1 or (ours is null and theirs is null)
                                or (settled_payment <> payment_key and settled = theirs and settled_in = theirs_in))
union all
select 'SETTLEMENT_AMOUNT', key, ${shown('coalesce(theirs, ours)', 'coalesce(theirs_in, ours_in)')}, ${shown('settled', 'settled_in')}
  from sides where has_row and coalesce(theirs, ours) is not null
   and (settled, settled_in) is distinct from (theirs, theirs_in) and (settled, settled_in) is distinct from (ours, ours_in)
union all
-- A wrong amount is a SETTLEMENT_AMOUNT: then the payout may fit either the wrong amount or the right one.
select 'SETTLEMENT_ARITHMETIC', key,
       format('payOut %s, fee %s', settled - fee, supply_amount + vat), format('payOut %s, fee %s', pay_out_amount, fee)
  from sides where has_row
   and (supply_amount + vat <> fee or fees <> fee
        or (settled - fee <> pay_out_amount and coalesce(theirs, ours, settled) - fee <> pay_out_amount))`;
