import { feeTerms } from '../match-records/record-sides.js';
import { won } from '../match-records/shown-amount.js';

/** Bank accounts are compared again for this long after an upload: what the statement answers may come later. */
const RECENT = `interval '7 days'`;

const differ = (ours: string, theirs: string, fields: string): string =>
  `jsonb_build_object('ours', ${ours}, 'theirs', ${theirs}, 'differs', '${fields}'::jsonb)`;

/** SQL: the longest time that one side of a pair may be later than the other. */
const WAIT = `greatest(:depositDays::int, :withdrawalDays::int)`;

/** SQL: the days of bank statements that are at hand: of recent uploads, of the days that were read, and of open breaks. */
const atHand = `
  select s.bank_account, day::date as day
    from reconciliation.bank_statement s cross join lateral generate_series(s.from_day, s.to_day, '1 day') as day
   where day::date <= :yesterday::date
     and (s.uploaded_at > :now::timestamptz - ${RECENT} or day::date = any(:days::date[])
          or exists (select from reconciliation.break b where b.resolved_at is null and b.class = any(:classes::text[])
                        and (b.evidence -> 'ours' ->> 'bankAccount', b.evidence -> 'ours' ->> 'day') = (s.bank_account, day::date::text)))`;

/** SQL: the last day before today that a statement of the bank account of `s` covers, of those that cover more than the other kind. */
const knownTo = (otherKind: string): string => `(
  select least(max(l.to_day), :yesterday::date) from reconciliation.bank_statement l
   where l.bank_account = s.bank_account and l.covers <> '${otherKind}')`;

/**
 * SQL: the days that are compared. `judged`: the days at hand, and those before them whose waiting time ended since; the other days only
 * hold the counterparts of these. `deposits_to`, `withdrawals_to`: the last whole day of which these are known; today is not over.
 */
const covered = `
  select s.bank_account, s.account, day::date as day, bool_or(s.covers <> 'withdrawals') as deposits, bool_or(s.covers <> 'deposits') as withdrawals,
         ${knownTo('withdrawals')} as deposits_to, ${knownTo('deposits')} as withdrawals_to,
         exists (select from at_hand h where h.bank_account = s.bank_account and h.day between day::date and day::date + ${WAIT}) as judged
    from reconciliation.bank_statement s cross join lateral generate_series(s.from_day, s.to_day, '1 day') as day
   where day::date <= :yesterday::date
     and exists (select from at_hand h where h.bank_account = s.bank_account and h.day between day::date - ${WAIT} and day::date + 2 * ${WAIT})
   group by s.bank_account, s.account, day`;

/** SQL: the first day without a deposit after `last` that the deposit `s` may be late for. */
const waitingFor = (last: string): string => `
  select min(e.day) as day from by_day e
   where e.bank_account = s.bank_account and e.expected = s.deposited and e.deposited is null
     and e.day < s.day and e.day >= s.day - :depositDays::int and (${last} is null or e.day > ${last})`;

/**
 * SQL: the deposits of the provider by day against what was settled for the day; a deposit of `:depositDays` later is in time. Deposits of
 * one amount are matched in the order of their days, each with the first day that waits for it, so none is matched twice.
 */
const deposits = `
expected as (
  select c.bank_account, c.day, c.deposits_to, c.judged, sum(s.pay_out_amount)::bigint as amount
    from covered c join reconciliation.settlement s on s.account = c.account and s.paid_out_date = c.day and s.currency = 'KRW'
   where c.deposits group by c.bank_account, c.day, c.deposits_to, c.judged having sum(s.pay_out_amount) > 0
), deposited as (
  select c.bank_account, c.day, c.judged, sum(r.amount)::bigint as amount
    from covered c join reconciliation.bank_row r on r.bank_account = c.bank_account and r.day = c.day and r.kind = 'settlement'
   where c.deposits group by c.bank_account, c.day, c.judged
), by_day as (
  select coalesce(e.bank_account, d.bank_account) as bank_account, coalesce(e.day, d.day) as day, e.amount as expected, d.amount as deposited,
         e.deposits_to, coalesce(e.judged, d.judged) as judged
    from expected e full join deposited d on d.bank_account = e.bank_account and d.day = e.day
   where e.amount is distinct from d.amount
), surplus as (
  select bank_account, day, deposited, row_number() over (partition by bank_account, deposited order by day) as place
    from by_day where expected is null
), walked as (
  select s.bank_account, s.deposited, s.place, s.day as arrived_on, w.day, w.day as last_matched
    from surplus s cross join lateral (${waitingFor('null::date')}) w where s.place = 1
  union all
  select s.bank_account, s.deposited, s.place, s.day, w.day, coalesce(w.day, k.last_matched)
    from walked k join surplus s on (s.bank_account, s.deposited, s.place) = (k.bank_account, k.deposited, k.place + 1)
   cross join lateral (${waitingFor('k.last_matched')}) w
), late as (
  select bank_account, day, arrived_on from walked where day is not null
), deposit_difference as (
  select case when b.deposited is null then 'MISSING_DEPOSIT' when b.expected is null then 'UNKNOWN_DEPOSIT' else 'DEPOSIT_AMOUNT' end as class, b.*
    from by_day b
   where b.judged and not exists (select from late l where l.bank_account = b.bank_account and b.day in (l.day, l.arrived_on))
     and (b.deposited is not null or b.day + :depositDays::int <= b.deposits_to)
)`;

/** Days around its own on which a withdrawal is looked for by the reference of a payout, whatever the rules say. */
const REFERENCE_DAYS = 10;

/**
 * SQL: paid payouts against the withdrawals of the statements: first by reference, all withdrawals of one reference together, then one by
 * one by day and amount, then a withdrawal of up to `:withdrawalDays` later. A payout that one bank account shows is not missing in another.
 */
const withdrawals = `
paid as (
  select p.ref_payout_id as ref, p.seller_id, p.amount, c.day, c.bank_account, c.withdrawals_to, c.judged
    from covered c
    join payouts.payout p on p.state = 'paid' and p.currency = 'KRW'
    left join payouts.batch a on a.id = p.batch_id
   where c.withdrawals and c.account = '' and coalesce(p.payout_date, a.payout_date) = c.day
), withdrawn as (
  select r.id, r.bank_account, r.day, -r.amount as amount, r.reference, r.memo, r.counterparty, c.account, c.judged
    from covered c join reconciliation.bank_row r on r.bank_account = c.bank_account and r.day = c.day and r.kind = 'payout'
   where c.withdrawals
), referred as materialized (
  select ref, min(seller_id) as seller_id, min(amount) as amount, min(day) as day, bool_or(judged) as judged from (
    select ref, seller_id, amount, day, judged from paid
    union all
    select p.ref_payout_id, p.seller_id, p.amount, coalesce(p.payout_date, a.payout_date), w.judged
      from withdrawn w
      join payouts.payout p on p.ref_payout_id = w.reference and p.state = 'paid' and p.currency = 'KRW'
      left join payouts.batch a on a.id = p.batch_id
     where w.account = '' and coalesce(p.payout_date, a.payout_date) between w.day - ${REFERENCE_DAYS} and w.day + ${REFERENCE_DAYS}) both_sides
   group by ref
), named as materialized (
  select p.ref, p.seller_id, p.amount, p.day, p.judged, w.bank_account, min(w.id::text) as row, sum(-w.amount)::bigint as withdrawn
    from referred p
    join reconciliation.bank_row w on w.reference = p.ref and w.day between p.day - ${REFERENCE_DAYS} and p.day + ${REFERENCE_DAYS}
   where w.kind = 'payout' and w.bank_account in (select bank_account from covered)
     and w.day >= (select min(day) - ${REFERENCE_DAYS} from referred) and w.day <= (select max(day) + ${REFERENCE_DAYS} from referred)
   group by p.ref, p.seller_id, p.amount, p.day, p.judged, w.bank_account
), numbered_paid as (
  select p.*, row_number() over (partition by bank_account, day, amount order by ref) as number
    from paid p where ref not in (select ref from named)
), numbered_withdrawn as (
  select w.*, row_number() over (partition by bank_account, day, amount order by id) as number
    from withdrawn w where reference is null or reference not in (select ref from named)
), left_paid as (
  select p.*, row_number() over (partition by p.bank_account, p.amount order by p.day, p.ref) as place from numbered_paid p
   where not exists (select from numbered_withdrawn w where (w.bank_account, w.day, w.amount, w.number) = (p.bank_account, p.day, p.amount, p.number))
), left_withdrawn as (
  select w.*, row_number() over (partition by w.bank_account, w.amount order by w.day, w.id) as place from numbered_withdrawn w
   where not exists (select from numbered_paid p where (p.bank_account, p.day, p.amount, p.number) = (w.bank_account, w.day, w.amount, w.number))
), later as (
  select p.ref, w.id from left_paid p join left_withdrawn w on (w.bank_account, w.amount, w.place) = (p.bank_account, p.amount, p.place)
   where w.day > p.day and w.day <= p.day + :withdrawalDays::int
), other_amount as (
  select distinct on (ref) * from named where judged and amount <> withdrawn order by ref, bank_account
), missing as (
  select distinct on (p.ref) p.* from left_paid p
   where p.judged and p.day + :withdrawalDays::int <= p.withdrawals_to and p.ref not in (select ref from later)
     and not exists (select from numbered_paid n where n.ref = p.ref and n.bank_account <> p.bank_account
                        and not exists (select from left_paid l where (l.ref, l.bank_account) = (n.ref, n.bank_account)))
   order by p.ref, p.bank_account
)`;

const fees = `
term as (${feeTerms}
), payout_fee as (
  select c.bank_account, c.day, count(p.ref) * reconciliation.contracted_fee(0, f.rate, f.fixed, f.rounding, f.vat_mode) as expected, count(p.ref) as payouts,
         (select coalesce(-sum(r.amount), 0)::bigint from reconciliation.bank_row r
           where r.bank_account = c.bank_account and r.day = c.day and r.kind = 'fee') as taken
    from covered c
    join term f on f.account = c.account and f.method = 'PAYOUT' and f.currency = 'KRW' and c.day >= f.effective_from and c.day < f.effective_to
    left join paid p on p.bank_account = c.bank_account and p.day = c.day
   where c.withdrawals and c.judged group by c.bank_account, c.day, f.rate, f.fixed, f.rounding, f.vat_mode
)`;

/**
 * SQL: differences between the statements of the market's bank accounts, the settled money of each day, and our payouts with their fees.
 * Days that no statement covers are not compared.
 */
export const bankDifferences = `
with recursive at_hand as materialized (${atHand}
), covered as materialized (${covered}
), ${deposits}, ${withdrawals}, ${fees}
select class, bank_account || ' ' || day as subject, ${won('expected')} as expected, ${won('deposited')} as found,
       coalesce(deposited, 0) - coalesce(expected, 0) as amount, 'KRW' as currency,
       ${differ(`jsonb_build_object('bankAccount', bank_account, 'day', day::text, 'amount', expected::text)`, `jsonb_build_object('amount', deposited::text)`, '["amount"]')} as evidence,
       null::text as order_id, null::text as payment_key
  from deposit_difference
union all
select 'WITHDRAWAL_AMOUNT', ref, ${won('amount')}, ${won('withdrawn')}, withdrawn - amount, 'KRW',
       ${differ(`jsonb_build_object('bankAccount', bank_account, 'day', day::text, 'amount', amount::text, 'sellerId', seller_id)`, `jsonb_build_object('amount', withdrawn::text, 'row', row)`, '["amount"]')},
       null, null
  from other_amount
union all
select 'MISSING_WITHDRAWAL', ref, ${won('amount')}, null, -amount, 'KRW',
       ${differ(`jsonb_build_object('bankAccount', bank_account, 'day', day::text, 'amount', amount::text, 'sellerId', seller_id)`, `'{}'::jsonb`, '[]')}, null, null
  from missing
union all
select 'UNKNOWN_WITHDRAWAL', id::text, null, ${won('amount')}, amount, 'KRW',
       ${differ(`jsonb_build_object('bankAccount', bank_account, 'day', day::text)`, `jsonb_strip_nulls(jsonb_build_object('amount', amount::text, 'day', day::text, 'memo', memo, 'counterparty', counterparty, 'reference', reference))`, '[]')},
       null, null
  from left_withdrawn where judged and id not in (select id from later)
union all
select 'PAYOUT_FEE', bank_account || ' ' || day, ${won('expected')}, ${won('taken')}, taken - expected, 'KRW',
       ${differ(`jsonb_build_object('bankAccount', bank_account, 'day', day::text, 'fee', expected::text, 'payouts', payouts::text)`, `jsonb_build_object('fee', taken::text)`, '["fee"]')},
       null, null
  from payout_fee where expected <> taken`;
