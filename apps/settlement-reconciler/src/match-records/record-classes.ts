import { statusFits } from './record-sides.js';

/**
 * SQL: which of the keys that only the provider has came to nothing: a deposit that the bank withdrew before our books saw it. The
 * provider lists the withdrawal with the status of a payment that waits again, and no other answer of the provider shows the deposit.
 */
const vanished = `
  select key from (select key, sum(theirs) over of_payment as net,
                          bool_or(status = 'WAITING_FOR_DEPOSIT' and theirs < 0) over of_payment as was_withdrawn
                     from sides where ours is null and theirs is not null
                   window of_payment as (partition by theirs_payment)) unknown
   where net = 0 and was_withdrawn`;

/**
 * SQL: what our books and the provider's records hold of each payment that a record without a counterpart names. A transaction of the
 * payment that our books lack is of this comparison, or a break of an earlier one: the table of all transactions is not searched.
 */
const knownPayments = `
  select k.payment, p.id is not null as in_books, case when p.approved_at is not null then p.amount end as approved, p.canceled,
         k.payment in (select theirs_payment from sides where theirs > 0)
           or exists (select from reconciliation.break b where b.payment_key = k.payment and b.class = 'UNKNOWN_TRANSACTION') as is_listed,
         k.payment in (select theirs_payment from sides where status = 'WAITING_FOR_DEPOSIT')
           or exists (select from gateway.cancel c where c.payment_id = p.id and c.kind = 'withdrawal') as was_withdrawn
    from (select distinct coalesce(theirs_payment, settled_payment) as payment from sides where ours is null) k
    left join gateway.payment p on p.payment_key = k.payment`;

/** SQL: pairs of keys for which each record names the payment and the amount of the other. */
const pairs = (theirs: string, theirPayment: string, ours: string, ourPayment: string): string => `
  select a.key as one, b.key as other, a.${theirs} - a.${ours} as amount, a.${ours} as one_ours, a.${theirs} as one_theirs,
         a.${ourPayment} as one_payment, a.${theirPayment} as other_payment, coalesce(a.ours_in, a.theirs_in) as currency,
         coalesce(a.ours_order, a.theirs_order) as order_id
    from sides a
    join (select * from sides where (${theirs}, ${theirPayment}) is distinct from (${ours}, ${ourPayment})) b
      on b.${ours} = a.${theirs} and b.${ourPayment} = a.${theirPayment} and a.${ours} = b.${theirs} and a.${ourPayment} = b.${theirPayment}
   where a.key < b.key and (a.${theirs}, a.${theirPayment}) is distinct from (a.${ours}, a.${ourPayment})
     and (a.${theirs}, a.${theirPayment}) is distinct from (a.ours, a.ours_payment)`;

/**
 * SQL: common table expressions after `sides`: `listed_pair` and `settled_pair`, the keys that were exchanged, and `judged`, every key with
 * the one class of its transaction (`of_transaction`), the one class of its settlement row (`of_row`), and the fee on which most of the
 * row's amounts agree (`agreed`).
 *
 *   ours  transaction  settlement
 *    x         x            -       MISSING_SETTLEMENT, later OVERDUE_SETTLEMENT
 *    x         -            any     MISSING_TRANSACTION
 *    -         x            any     UNKNOWN_TRANSACTION, DUPLICATE_TRANSACTION, ORPHAN_CANCEL
 *    -         -            x       UNKNOWN_SETTLEMENT, DUPLICATE_SETTLEMENT, ORPHAN_CANCEL
 *
 * Where two of the three places agree, the third has the difference, so that each is reported once. Of several classes that a difference
 * fits the first branch of each `case` is the most specific one. Amounts are minor units of their currency and are compared together
 * with it, so money in another currency matches in that currency only.
 */
export const recordClasses = `
listed_pair as materialized (${pairs('theirs', 'theirs_payment', 'ours', 'ours_payment')}
), settled_pair as materialized (${pairs('settled', 'settled_payment', 'due', 'due_payment')}
), vanished as (${vanished}
), known as materialized (${knownPayments}
), judged as materialized (
  select s.*, t.class as of_transaction, r.class as of_row, f.agreed, f.by_tax, f.by_payout
    from sides s
    left join known on s.ours is null and known.payment = coalesce(s.theirs_payment, s.settled_payment)
   cross join lateral (select case
     when s.ours is not null and s.theirs is null then 'MISSING_TRANSACTION'
     when s.theirs is null or s.key in (select key from vanished) then null
     when s.ours is null and s.theirs < 0 and not known.in_books and not known.is_listed then 'ORPHAN_CANCEL'
     when s.ours is null and s.theirs > 0 and known.approved = s.theirs and not known.was_withdrawn then 'DUPLICATE_TRANSACTION'
     when s.ours is null and s.theirs < 0 and known.canceled - s.theirs > known.approved then 'DUPLICATE_TRANSACTION'
     when s.ours is null then 'UNKNOWN_TRANSACTION'
     when s.key in (select unnest(array[one, other]) from listed_pair) then null
     when s.theirs_payment <> s.ours_payment then 'TRANSACTION_PAYMENT'
     when s.theirs_in <> s.ours_in then 'TRANSACTION_CURRENCY'
     when s.theirs = -s.ours then 'TRANSACTION_SIGN'
     when s.theirs <> s.ours then 'TRANSACTION_AMOUNT'
     when not (${statusFits('s.status', 's')}) then 'TRANSACTION_STATUS' end as class) t
   cross join lateral (select case
     when not s.has_row then case
       when s.ours is null or s.theirs is null then null
       when s.day <= :overdueThrough::date then 'OVERDUE_SETTLEMENT'
       -- A settlement row that was missing in one run is still missing in a late run of an earlier date.
       when s.day <= :dueThrough::date or exists (select from reconciliation.break b
              where b.class = 'MISSING_SETTLEMENT' and b.subject = s.key and b.resolved_at is null) then 'MISSING_SETTLEMENT' end
     when s.copies > 1 then 'DUPLICATE_SETTLEMENT'
     when s.due is null and s.settled < 0 and not known.in_books and not known.is_listed then 'ORPHAN_CANCEL'
     when s.due is null and known.approved = s.settled then 'DUPLICATE_SETTLEMENT'
     when s.due is null and s.settled < 0 and known.canceled - s.settled > known.approved then 'DUPLICATE_SETTLEMENT'
     when s.due is null then 'UNKNOWN_SETTLEMENT'
     when s.key in (select unnest(array[one, other]) from settled_pair) then null
     when s.settled_payment is distinct from s.theirs_payment and s.settled_payment is distinct from s.ours_payment then 'SETTLEMENT_PAYMENT'
     when s.settled_in is distinct from s.theirs_in and s.settled_in is distinct from s.ours_in then 'SETTLEMENT_CURRENCY'
     when s.settled is not distinct from s.theirs or s.settled is not distinct from s.ours then null
     when s.settled = -s.due then 'SETTLEMENT_SIGN'
     else 'SETTLEMENT_AMOUNT' end as class) r
   -- A row shows its fee in four ways: as a sum, in parts, as supply amount and VAT, and in what is left to pay out. Of a row with a wrong
   -- amount, what is paid out may fit the wrong amount or the right one.
   cross join lateral (select s.supply_amount + s.vat as by_tax,
                              case when s.due is not null and s.due - s.pay_out_amount = s.fee then s.fee else s.settled - s.pay_out_amount end as by_payout) e
   cross join lateral (select e.by_tax, e.by_payout,
                              case when e.by_tax = e.by_payout then e.by_tax
                                   when s.fee = s.fees or s.fee in (e.by_tax, e.by_payout) then s.fee
                                   when s.fees in (e.by_tax, e.by_payout) then s.fees
                                   else s.fee end as agreed) f
)`;
