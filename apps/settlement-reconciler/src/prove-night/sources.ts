/** SQL: the hash of a source's rows: `key amount`, one a line, in the order of the keys. */
const hashOf = (key: string, amount: string): string =>
  `encode(sha256(convert_to(coalesce(string_agg(${key} || ' ' || ${amount}, E'\\n' order by ${key} collate "C"), ''), 'UTF8')), 'hex')`;

/** SQL: one input per account, day and currency of rows `r` (account, day, currency, key, amount). */
export const inputOf = (equation: string, side: string, rows: string, amount = 'r.amount'): string => `
  select '${equation}' as equation, '${side}' as side, r.account::text as account, coalesce(r.day::text, '') as day, r.currency::text as currency,
         count(*)::text as rows, coalesce(sum(${amount}), 0)::text as amount, ${hashOf('r.key', `(${amount})::text`)} as hash
    from (${rows}) r group by 3, 4, 5`;

/** SQL: one line per key whose amounts differ between two sides with the same columns. */
export const linesOf = (equation: string, first: string, second: string): string => `
  select '${equation}' as equation, coalesce(a.account, b.account)::text as account, coalesce(a.day, b.day)::text as day,
         coalesce(a.currency, b.currency)::text as currency, coalesce(a.key, b.key) as subject, a.amount::text as expected,
         b.amount::text as found, (coalesce(b.amount, 0) - coalesce(a.amount, 0))::text as amount, null::text as why
    from (${first}) a full join (${second}) b on b.key = a.key and b.account = a.account and b.day is not distinct from a.day and b.currency = a.currency
   where a.amount is distinct from b.amount`;

/** SQL: true for postings `p` in the snapshot of this proof and not in the snapshot of the proof before. */
const isNew = `p.txid >= pg_snapshot_xmin(:before::pg_snapshot) and p.txid < pg_snapshot_xmax(:snapshot::pg_snapshot)
   and pg_visible_in_snapshot(p.txid, :snapshot::pg_snapshot) and not pg_visible_in_snapshot(p.txid, :before::pg_snapshot)`;
/** SQL: true when one of these postings is in the snapshot of this proof. */
export const isBooked = (...keys: string[]): string => `exists (
   select from ledger.posting q where q.key in (${keys.map((key) => `(${key}) collate "C"`).join(', ')}) and pg_visible_in_snapshot(q.txid, :snapshot::pg_snapshot))`;

const within = (column: string): string =>
  `${column} >= d.day::timestamp at time zone 'Asia/Seoul' and ${column} < (d.day + 1)::timestamp at time zone 'Asia/Seoul'`;

/**
 * SQL: common table expressions of the days that the run read. `booked` and `listed` have signed amounts: negative for money that went back.
 * A cancel that voided a payment came before any deposit and moved no money. A payment counts for its order from the posting on that gives it to the
 * order: money without an order can get one after the night.
 */
export const ofDays = `
booked as materialized (
  select p.transaction_key as key, coalesce(t.account, '') as account, d.day, p.currency, p.amount
    from unnest(:days::date[]) as d(day) join gateway.payment p on ${within('p.approved_at')}
    left join reconciliation.transaction t on t.transaction_key = p.transaction_key
   where p.transaction_key is not null and ${isBooked(`'payment.approved/' || p.id`, `'payment.unallocated/' || p.id`)}
  union all
  select c.transaction_key, coalesce(t.account, ''), d.day, p.currency, -c.amount
    from unnest(:days::date[]) as d(day) join gateway.cancel c on ${within('c.canceled_at')}
    join gateway.payment p on p.id = c.payment_id
    left join reconciliation.transaction t on t.transaction_key = c.transaction_key
   where c.state = 'done' and c.transaction_key is not null and not (p.state = 'voided' and c.kind = 'cancel')
     and ${isBooked(`'payment.canceled/' || c.id`, `'unallocated.canceled/' || c.id`)}
), listed as materialized (
  select t.transaction_key as key, t.account, t.business_date as day, t.currency, t.amount, t.payment_key, t.status
    from reconciliation.transaction t where t.business_date = any(:days::date[])
), ordered as materialized (
  select p.order_id as key, '' as account, d.day, p.currency, p.amount, o.total, o.currency as ordered_in
    from unnest(:days::date[]) as d(day) join gateway.payment p on ${within('p.approved_at')}
    join gateway.orders o on o.order_id = p.order_id
   where p.transaction_key is not null and ${isBooked(`'payment.approved/' || p.id`)}
), due as materialized (
  select t.transaction_key as key, t.account, w.day, t.currency, t.amount
    from unnest(:soldDays::date[], :soldAfter::date[], :soldUntil::date[]) as w(day, after, until)
    join reconciliation.transaction t on t.business_date > w.after and t.business_date <= w.until
   where t.currency = 'KRW'
), settled as materialized (
  select s.transaction_key as key, s.account, s.sold_date as day, s.currency, s.amount, s.fee, s.supply_amount, s.vat, s.pay_out_amount
    from reconciliation.settlement s where s.sold_date = any(:soldDays::date[])
), with_row as materialized (
  select key, account, day, currency, amount from settled
  union all
  select key, account, day, currency, amount from due
   where not exists (select from reconciliation.settlement s where s.transaction_key = due.key)
)`;

/** SQL: every posting since the proof before with its row in the tables of the services, and the sums of its entries that both must state. */
export const sinceBefore = `
moved as materialized (
  select p.template, substr(p.key, strpos(p.key, '/') + 1) as id, e.currency,
         coalesce(sum(e.amount) filter (where e.account_code = 'provider:receivable'), 0) as receivable,
         coalesce(sum(e.amount) filter (where e.account_code = 'provider:pending' or e.account_code like 'provider:%:pending'), 0) as pending,
         coalesce(sum(e.amount) filter (where e.account_code = 'provider:available'), 0) as available,
         coalesce(sum(e.amount) filter (where e.account_code in ('provider:fees', 'provider:fee-vat')), 0) as fees,
         coalesce(sum(e.amount) filter (where e.account_code = 'provider:fee-vat'), 0) as fee_vat
    from ledger.posting p join ledger.entry e on e.posting_id = p.id and e.effective_at = p.effective_at
   where ${isNew}
     and p.template in ('payment.approved', 'payment.unallocated', 'payment.canceled', 'unallocated.canceled', 'settlement.pending', 'payout.paid')
   group by p.id, p.template, p.key, e.currency
), uuids as materialized (
  select m.*, case when id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then id::uuid end as uuid from moved m
), paid as materialized (
  select u.id as key, '' as account, null::date as day, u.currency, u.receivable as booked, p.amount as stated
    from uuids u left join gateway.payment p on p.id = u.uuid and p.currency = u.currency
   where u.template in ('payment.approved', 'payment.unallocated') and u.receivable <> 0
), canceled as materialized (
  select u.id as key, '' as account, null::date as day, u.currency, -u.receivable as booked, c.amount as stated
    from uuids u left join gateway.cancel c on c.id = u.uuid
   where u.template in ('payment.canceled', 'unallocated.canceled') and u.receivable <> 0
), announced as materialized (
  select m.id as key, '' as account, null::date as day, m.currency, -m.receivable as booked, s.amount as stated, m.fees as booked_fees,
         s.fee as stated_fees, m.fee_vat as booked_vat, s.vat as stated_vat, m.pending as booked_net, s.pay_out_amount as stated_net
    from moved m left join reconciliation.settlement s on s.transaction_key = m.id and s.currency = m.currency
   where m.template = 'settlement.pending'
), sent as materialized (
  select u.id as key, '' as account, null::date as day, u.currency, -u.available as booked, p.amount as stated
    from uuids u left join payouts.payout p on p.id = u.uuid and p.currency = u.currency
   where u.template = 'payout.paid'
)`;
