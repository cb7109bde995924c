import { type Executor, inList, pageSize } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { countsSince, mondayOf, type PayoutPolicy } from '@jeongsan/payouts';
import type { listLimitedSellers } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import { payoutStates } from '@jeongsan/state-machines';

type Row = Omit<Output<typeof listLimitedSellers>['items'][number], 'limit' | 'headroom' | 'usedPercent'>;

const PERCENT_DEFAULT = 80;

/**
 * The same sums as `weeklyUse` makes of one seller: what is not submitted counts from now on. Few sellers are under review, and of
 * their payouts those of a week are read.
 */
const NEAR = statement(`
  with use as (
    select s.seller_id, coalesce(sum(u.amount) filter (where u.at > :since), 0)::bigint as rolling,
           coalesce(sum(u.amount) filter (where u.at >= :monday), 0)::bigint as calendar
      from onboarding.seller s
      left join lateral (
        select p.amount, coalesce(case when p.state <> 'reserved' then p.submitted_at end, :now::timestamptz) as at
          from payouts.payout p
         where p.seller_id = s.seller_id and p.state in ${inList(payoutStates.countedForWeek)}
           and (p.submitted_at > :since or p.submitted_at is null or p.state = 'reserved')) u on true
     where s.state = 'limited' group by s.seller_id
  ), near as (
    select seller_id, rolling, calendar, greatest(rolling, calendar) as used from use
  )
  select n.seller_id as "sellerId", n.rolling as "usedRolling", n.calendar as "usedThisWeek", n.used,
         coalesce(-a.balance, 0)::bigint as payable
    from near n left join ledger.account a on a.code = 'seller:' || n.seller_id || ':payable' and a.currency = 'KRW'
   where n.used * 100 >= :limit::bigint * :minPercent::bigint
     and (:afterUsed::bigint is null or n.used < :afterUsed or (n.used = :afterUsed and n.seller_id > :afterSeller::text))
   order by n.used desc, n.seller_id limit :rows`);

/** Sellers under review that used most of their weekly limit, the most used first. */
export async function readLimitedSellers(
  db: Executor,
  query: Input<typeof listLimitedSellers>['query'],
  { weeklyLimit: limit }: Pick<PayoutPolicy, 'weeklyLimit'>,
  now: Date,
): Promise<Output<typeof listLimitedSellers>> {
  const size = pageSize(query.limit);
  const [afterUsed = null, afterSeller = null] = query.after?.split(' ') ?? [];
  const times = { now, since: countsSince(now), monday: mondayOf(now) };
  const minPercent = query.minPercent ?? PERCENT_DEFAULT;
  const rows = await NEAR.rows<Row>(db, { ...times, limit, minPercent, afterUsed, afterSeller, rows: size + 1 });
  const items = rows.slice(0, size).map((row) => ({
    ...row,
    limit,
    headroom: row.used < limit ? limit - row.used : 0n,
    usedPercent: limit === 0n ? 100 : Number((row.used * 100n) / limit),
  }));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last ? `${last.used} ${last.sellerId}` : null };
}
