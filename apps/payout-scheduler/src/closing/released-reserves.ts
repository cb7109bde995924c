import { linesOfPosting } from './lines-of-posting.js';

/**
 * SQL: rows (amount, stated_by): what the reserves that a seller's statement kept have released. `stated_by` is the statement that states
 * the amount as payable again; null while none does.
 */
export const releasedReserves = (statementId: string, sellerId: string): string => `(
  select d.amount, b.statement_id as stated_by
    from payouts.reserve_hold r
    join payouts.reserve_release d on d.reserve_id = r.id
    left join lateral ${linesOfPosting(`'reserve.release-decided/' || d.decision_id`, 'r.seller_id')} b on true
   where r.seller_id = ${sellerId} and r.statement_id = ${statementId}
  union all
  -- What no person released was released by the first statement of its date or later that released reserves.
  select r.released - decided.amount, u.id
    from payouts.reserve_hold r
    cross join lateral (select coalesce(sum(d.amount), 0)::bigint as amount from payouts.reserve_release d where d.reserve_id = r.id) decided
    cross join lateral (
      select x.id from payouts.statement x
       where x.seller_id = r.seller_id and x.business_date >= r.release_on and x.reserve_released > 0 order by x.business_date limit 1) u
   where r.seller_id = ${sellerId} and r.statement_id = ${statementId} and r.released > decided.amount)`;
