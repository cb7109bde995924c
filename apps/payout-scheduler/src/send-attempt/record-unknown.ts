import { enqueue } from '@jeongsan/database';
import type { EntityManager } from 'typeorm';
import { advancePayouts } from '../advance-payouts.js';
import type { PayoutPolicy } from '../payout-policy.js';
import { holdFence, type Claim } from './claim.js';

/** Nobody knows whether the provider acted: the money stays reserved, and the listing is asked after a while. */
export async function recordUnknown(
  tx: EntityManager,
  claim: Claim,
  code: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  await holdFence(tx, claim);
  await advancePayouts(
    tx,
    claim.items.map((item) => ({ id: item.refPayoutId, event: 'lose' })),
    now,
  );
  await tx.query(
    `update payouts.attempt set state = 'unknown', answered_at = clock_timestamp(), rejection_code = $2, absent_listings = 0 where id = $1`,
    [claim.attemptId, code],
  );
  await promiseResolution(tx, claim.attemptId, policy, now);
}

/** Promises the next look at the provider's listing, when what was under way there has settled. */
export async function promiseResolution(
  tx: EntityManager,
  attemptId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const resolveAt = new Date(now.getTime() + policy.settleSeconds * 1_000);
  await tx.query(`update payouts.attempt set resolve_at = $2 where id = $1`, [attemptId, resolveAt]);
  await enqueue(tx, 'payout-attempt.resolve', { attemptId }, now, { runAt: resolveAt });
}
