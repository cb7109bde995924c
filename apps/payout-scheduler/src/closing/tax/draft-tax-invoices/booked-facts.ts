import { REFUNDS } from '@jeongsan/books';

const IS_CHARGED = `(template in ('payment.approved', 'terms.adjusted') or template in ${REFUNDS})`;
const ID = `substring(key from '/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})')::uuid`;
/** The step of a change of terms is the last part of its posting's key. */
const corrections = (which: string): string => `
  select id, step from (select ${ID} as id, coalesce(nullif(split_part(key, '/', 3), ''), '0')::int as step
                          from ledger.posting where corrects is not null and ${IS_CHARGED} and ${which}) c where id is not null`;

/**
 * SQL, the beginning of a query's `with`: the payments, cancels and adjustments that the books have in a month. A fact that came
 * when its month was closed is booked in a later month, and stands on the invoices of that one: those of a closed month are as
 * its books are.
 */
export const BOOKED_FACTS = `
  came as (${corrections('effective_at >= :from and effective_at < :until')}),
  late as (${corrections('effective_at >= :until and corrects >= :from and corrects < :until')}),
  payment as (
    select order_id from gateway.payment
     where earned_at >= :from and earned_at < :until and id not in (select id from late)
    union all
    select order_id from gateway.payment where earned_at is not null and id in (select id from came)
  ), cancel as (
    select id from gateway.cancel
     where given_back_at >= :from and given_back_at < :until and state = 'done' and id not in (select id from late)
    union all
    select id from gateway.cancel where state = 'done' and id in (select id from came)
  ), adjustment as (
    select t.seller_id, a.* from payouts.line_adjustment a join payouts.terms_change t on t.id = a.change_id
     where a.posted_at >= :from and a.posted_at < :until and (a.change_id, a.step) not in (select id, step from late)
    union all
    select t.seller_id, a.* from payouts.line_adjustment a join payouts.terms_change t on t.id = a.change_id
     where a.posted_at is not null and (a.change_id, a.step) in (select id, step from came)
  )`;
