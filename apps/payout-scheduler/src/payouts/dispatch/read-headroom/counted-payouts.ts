import type { Executor } from '@jeongsan/database';
import { countsSince, type CountedPayout } from '@jeongsan/payouts';
import { payoutStates } from '@jeongsan/state-machines';

/** The payouts that count against the weekly limit of sellers at an instant; sellers without any are left out. */
export async function countedPayouts(
  db: Executor,
  sellerIds: readonly string[],
  now: Date,
): Promise<Map<string, CountedPayout[]>> {
  const rows = await db.query<(CountedPayout & { sellerId: string })[]>(
    `select seller_id as "sellerId", amount, case when state <> 'reserved' then submitted_at end as "submittedAt"
       from payouts.payout
      where seller_id = any($1) and (submitted_at > $2 or submitted_at is null or state = 'reserved') and state = any($3)
      order by seller_id, submitted_at, id`,
    [sellerIds, countsSince(now), payoutStates.countedForWeek],
  );
  const bySeller = new Map<string, CountedPayout[]>();
  for (const { sellerId, ...payout } of rows) bySeller.set(sellerId, [...(bySeller.get(sellerId) ?? []), payout]);
  return bySeller;
}
