import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { endedUnpaidBy } from '../reissues/owed-again.js';
import { linesOfPosting } from '../lines-of-posting.js';
import { releasedReserves } from '../released-reserves.js';
import type { HeldMoney } from './decide-closing.js';

type Row = { seller_id: string; amounts: bigint; orders: bigint; future_debits: bigint };

/**
 * Reads the payable money of sellers that must wait; sellers without such money are left out.
 * - Held orders: the matured money of an order less its refunds. Money on an earlier statement may have been paid
 *   already: at most the least amount carried since, or on its way back from a payout that ended unpaid, is still there, and what its reserves
 *   release by `reservesDueBy` (null: none now) or have released since. This is an upper bound, so that held money is never paid.
 * - Open cancels: the net of their lines, as computed at the request. A line that has matured in part counts whole,
 *   although a refund first takes the part that has not matured: an upper bound until the cancel is done.
 */
export async function readHeldMoney(
  tx: Executor,
  sellerIds: readonly string[],
  now: Date,
  reservesDueBy: string | null = null,
): Promise<Map<string, HeldMoney>> {
  const rows = await tx.query<Row[]>(
    `with held as materialized (
       select seller_id, scope, order_id, amount from payouts.hold
        where seller_id = any($1) and released_at is null and scope <> 'SELLER' and (release_on is null or release_on > $2)
     ), parts as (
       select seller_id, amount as amounts, 0::bigint as orders, 0::bigint as future_debits from held where scope = 'AMOUNT'
       union all
       select o.seller_id, 0, least(m.unpaid, greatest(0, m.matured - refunded.amount)), 0
         from (select distinct seller_id, order_id from held where scope = 'ORDER') o
         cross join lateral (${maturedOfOrder}) m
         cross join lateral (${refundedOfOrder}) refunded
       union all
       select l.seller_id, 0, 0, l.net
         from gateway.cancel c
         join gateway.cancel_line l on l.cancel_id = c.id
        where c.state = 'requested' and l.seller_id = any($1)
          and exists (select from payouts.matured_line m where (m.order_id, m.line_id) = (l.order_id, l.line_id))
     )
     select seller_id, sum(amounts)::bigint as amounts, sum(orders)::bigint as orders, sum(future_debits)::bigint as future_debits
       from parts group by seller_id`,
    [sellerIds, businessDateOf(now), reservesDueBy],
  );
  return new Map(
    rows.map((r) => [r.seller_id, { amounts: r.amounts, orders: r.orders, futureDebits: r.future_debits }]),
  );
}

/** SQL: the most won of a seller's statement of a date that later statements have not paid. */
const leftSince = (sellerId: string, date: string): string => `(
  select min(greatest(0, x.carried) + ${endedUnpaidBy('x', date)}) from payouts.statement x
   where x.seller_id = ${sellerId} and x.business_date >= ${date})`;

/** SQL: won of the reserves kept by statement line `s`'s statement that are payable again and unpaid, or become so with this closing. */
const reservesBack = (s: string): string => `(
  select coalesce(sum(back.amount), 0) from (
    select r.amount - r.released as amount from payouts.reserve_hold r
     where r.seller_id = ${s}.seller_id and r.statement_id = ${s}.statement_id and r.released < r.amount and r.release_on <= $3::date
    union all
    select case when u.id is null then f.amount else least(f.amount, ${leftSince('u.seller_id', 'u.business_date')}) end
      from ${releasedReserves(`${s}.statement_id`, `${s}.seller_id`)} f left join payouts.statement u on u.id = f.stated_by) back)`;

/** The matured money of one order, and the part of it that can still be unpaid according to the statements since. */
const maturedOfOrder = `
  select coalesce(sum(m.amount), 0)::bigint as matured,
         coalesce(sum(least(m.amount, coalesce(${leftSince('s.seller_id', 's.business_date')} + ${reservesBack('s')}, m.amount))), 0)::bigint as unpaid
    from payouts.matured_line m
    left join lateral ${linesOfPosting('m.posting_key', 'o.seller_id')} s on true
   where m.order_id = o.order_id and m.seller_id = o.seller_id`;

const refundedOfOrder = `
  select coalesce(sum(l.from_payable + l.to_debt), 0)::bigint as amount
    from gateway.cancel_line l
    join gateway.cancel c on c.id = l.cancel_id and c.state = 'done'
   where l.order_id = o.order_id and l.seller_id = o.seller_id`;
