import { enqueue } from '@jeongsan/database';
import type { EntityManager } from 'typeorm';

const UNOBSERVED_MINUTES = 10;
const PER_POLL_MAX = 500;

/** Webhooks can be lost and some endings are never announced: payouts nobody heard of for a while are looked at. */
export async function pollPayouts(tx: EntityManager, now: Date): Promise<void> {
  const stale = await tx.query<{ provider_payout_id: string }[]>(
    `select provider_payout_id from payouts.payout
      where state = 'in_transit' and provider_payout_id is not null and observed_at < $1 order by observed_at limit $2`,
    [new Date(now.getTime() - UNOBSERVED_MINUTES * 60_000), PER_POLL_MAX],
  );
  for (const { provider_payout_id: id } of stale) {
    await enqueue(tx, 'payout.observe', { providerPayoutId: id }, now, { dedupeKey: `payout.poll/${id}` });
  }
}
