import { inList } from '@jeongsan/database';
import { paymentStates } from '@jeongsan/state-machines';
import { shown } from '../match-records/shown-amount.js';

const over = inList(paymentStates.over);

/**
 * SQL: the orders whose payment may not be their total: those paid on the days at hand, and open breaks. The database marks such a
 * payment when it is written (`gateway.compare_with_order`), so no order is read for a payment that pays what it should.
 */
const differing = `
  select order_id from gateway.payment where differs_from_order and (approved_at at time zone 'Asia/Seoul')::date = any(:days::date[])
  union select subject from reconciliation.break where class = 'ORDER_AMOUNT' and resolved_at is null`;

/**
 * SQL: the orders of the days at hand whose payment is not their total, and payments that belong to no order after
 * `:unallocatedThrough`. Money in another currency than won has a class of its own.
 */
export const orderDifferences = `
select 'ORDER_AMOUNT' as class, o.order_id as subject, ${shown('o.total', 'o.currency')} as expected, ${shown('paid.amount', 'paid.currency')} as found,
       case when o.currency = paid.currency then paid.amount - o.total end as amount, o.currency::text as currency,
       jsonb_build_object('ours', jsonb_build_object('total', o.total::text, 'currency', o.currency),
                          'theirs', jsonb_build_object('amount', paid.amount::text, 'currency', paid.currency, 'paymentKey', paid.payment_key),
                          'differs', '["total", "amount"]'::jsonb) as evidence,
       o.order_id, paid.payment_key
  from (${differing}) as differing
  join gateway.orders o on o.order_id = differing.order_id
  join gateway.payment paid on paid.order_id = o.order_id and paid.approved_at is not null and paid.state not in ${over}
 where (o.total, o.currency) <> (paid.amount, paid.currency)
union all
select 'UNALLOCATED', p.payment_key, 'an order', ${shown('p.amount - p.canceled', 'p.currency')}, p.amount - p.canceled, p.currency,
       jsonb_build_object('ours', jsonb_build_object('because', p.unallocated_because),
                          'theirs', jsonb_build_object('amount', p.amount::text, 'canceled', p.canceled::text, 'orderId', p.provider_order_id,
                                                       'at', p.approved_at::text),
                          'differs', '["orderId"]'::jsonb),
       p.provider_order_id, p.payment_key
  from gateway.payment p
 where p.order_id is null and p.currency = 'KRW' and p.amount > p.canceled
   and p.approved_at < (:unallocatedThrough::date + 1)::timestamp at time zone 'Asia/Seoul'`;
