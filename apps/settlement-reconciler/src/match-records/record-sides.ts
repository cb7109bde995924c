/**
 * SQL: what our books say of the movements of some days, as (transaction_key, payment_key, amount, currency, kind, is_whole, is_empty,
 * usual_status); cancels and withdrawn deposits as negative amounts. A payment whose deposit was withdrawn keeps its approval, because the
 * withdrawal is a row of its own. is_whole: a cancel of the whole payment; is_empty: nothing of the payment is left; usual_status: one
 * status that fits, so that most records are spared the question whether another one does.
 */
const booked = (days: string, isWithin: (at: string) => string): string => `
  select p.transaction_key, p.payment_key, p.amount, p.currency, 'payment' as kind, false as is_whole, false as is_empty,
         'DONE' as usual_status
    from ${days} gateway.payment p
   where ${isWithin('p.approved_at')} and p.transaction_key is not null
  union all
  select c.transaction_key, p.payment_key, -c.amount, p.currency, c.kind, c.amount = p.amount, p.canceled >= p.amount,
         case when c.amount = p.amount then 'CANCELED' else 'PARTIAL_CANCELED' end
    from ${days} gateway.cancel c join gateway.payment p on p.id = c.payment_id
   where ${isWithin('c.canceled_at')} and c.state = 'done' and c.transaction_key is not null`;

/** SQL: whether an instant is of the days from one through another. */
const isFromThrough = (at: string, from: string, through: string): string =>
  `${at} >= (${from})::timestamp at time zone 'Asia/Seoul' and ${at} < (${through} + 1)::timestamp at time zone 'Asia/Seoul'`;

/** SQL: the movements of our books on the days of this parameter, each day looked up in the index. */
export const bookedOfDays = (days: string) =>
  booked(`unnest(${days}::date[]) as d(day) cross join`, (at) => isFromThrough(at, 'd.day', 'd.day'));

/** SQL: the movements of our books from a day through another one. */
export const bookedFromThrough = (from: string, through: string) =>
  booked('', (at) => isFromThrough(at, from, through));

/**
 * SQL: whether the status of a listed transaction fits what we booked. The last of several cancels of a payment may be listed as
 * the cancel of a part or of the whole.
 */
export const statusFits = (status: string, ours: string): string => `
  case ${ours}.kind when 'cancel' then case ${status} when 'CANCELED' then ${ours}.is_empty when 'PARTIAL_CANCELED' then not ${ours}.is_whole else false end
                    when 'withdrawal' then ${status} in ('WAITING_FOR_DEPOSIT', 'CANCELED', 'PARTIAL_CANCELED')
                    else ${status} = 'DONE' end`;

/** SQL: whether the amounts of a settlement row contradict each other; 16 elevenths of a minor unit of VAT are rounding. */
export const isInconsistent = `s.amount - s.fee <> s.pay_out_amount or s.supply_amount + s.vat <> s.fee or s.fees <> s.fee
      or abs(s.vat * 11 - s.fee) > 16`;

/**
 * SQL: the contracted base fee of a settlement row `s` as (fee, slack), null without a contract. A cancel gives back its share of the
 * approval's fee, rounded so that all cancels together give back the whole: a single one may be off by a minor unit.
 */
export const contractedFee = `
  left join lateral (
    select p.amount as total, (p.approved_at at time zone 'Asia/Seoul')::date as approved_on
      from gateway.payment p where s.amount < 0 and p.payment_key = s.payment_key limit 1
  ) whole on true
  join term f on f.account = s.account and f.method = s.method and f.currency = s.currency
             and coalesce(whole.approved_on, s.occurred_on) >= f.effective_from and coalesce(whole.approved_on, s.occurred_on) < f.effective_to
  cross join lateral (
    select reconciliation.contracted_fee(coalesce(whole.total, abs(s.amount)), f.rate, f.fixed, f.rounding, f.vat_mode) as full_fee) priced
  cross join lateral (select case when s.amount >= 0 then full_fee
                                  else -round(full_fee * abs(s.amount)::numeric / greatest(coalesce(whole.total, abs(s.amount)), 1))::bigint end as fee,
                             case when s.amount < 0 and abs(s.amount) <> coalesce(whole.total, abs(s.amount)) then 1 else 0 end as slack) contract`;

/** SQL: the lines of all fee tables in force at some time, each with the first day on which its table no longer holds. */
export const feeTerms = `
  select l.method, l.currency, l.rate, l.fixed, l.rounding, l.vat_mode, t.account, t.effective_from, t.effective_to
    from (select id, account, effective_from, lead(effective_from, 1, 'infinity') over (partition by account order by effective_from) as effective_to
            from reconciliation.fee_table where state = 'active' and decided_at <= :now::timestamptz) t
    join reconciliation.fee_line l on l.table_id = t.id`;

/**
 * SQL: the common table expression `sides`: what all three places say, over all time, of the keys `:suspects` that may not agree.
 * Each table is filtered by the keys before its join: where it is read as a whole, only rows of suspects enter a hash table, not all rows.
 */
export const recordSides = `
term as materialized (${feeTerms}
), sides as materialized (
  select x.key, o.amount as ours, o.currency as ours_in, o.payment_key as ours_payment, o.order_id as ours_order, o.at as ours_at,
         o.kind, o.is_whole, o.is_empty,
         t.amount as theirs, t.currency as theirs_in, t.payment_key as theirs_payment, t.order_id as theirs_order, t.status,
         t.transaction_at as theirs_at, t.business_date as day,
         coalesce(t.amount, o.amount) as due, coalesce(t.currency, o.currency) as due_in, coalesce(t.payment_key, o.payment_key) as due_payment,
         s.transaction_key is not null as has_row, s.amount as settled, s.currency as settled_in, s.payment_key as settled_payment,
         s.order_id as settled_order, s.sold_date, s.paid_out_date, s.fee, s.fees, s.supply_amount, s.vat, s.pay_out_amount, s.copies,
         s.base_fee, s.account, s.method, s.occurred_on
    from unnest(:suspects::text[]) as x(key)
    left join gateway.payment p on p.transaction_key = x.key and p.transaction_key = any(:suspects::text[]) and p.approved_at is not null
    -- A cancel that voided a payment came before any deposit and moved no money.
    left join (gateway.cancel c join gateway.payment of on of.id = c.payment_id)
      on c.transaction_key = x.key and c.state = 'done' and not (of.state = 'voided' and c.kind = 'cancel') and p.id is null
   cross join lateral (
      select coalesce(p.amount, -c.amount) as amount, coalesce(p.currency, of.currency) as currency,
             coalesce(p.payment_key, of.payment_key) as payment_key,
             coalesce(p.order_id, p.provider_order_id, of.order_id, of.provider_order_id) as order_id,
             coalesce(p.approved_at, c.canceled_at) as at, case when p.id is not null then 'payment' else c.kind end as kind,
             p.id is null and c.amount = of.amount as is_whole, p.id is null and of.canceled >= of.amount as is_empty) o
    left join reconciliation.transaction t on t.transaction_key = x.key and t.transaction_key = any(:suspects::text[])
    left join reconciliation.settlement s on s.transaction_key = x.key and s.transaction_key = any(:suspects::text[])
)`;
