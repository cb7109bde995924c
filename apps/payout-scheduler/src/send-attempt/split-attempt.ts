import { randomUUID } from 'node:crypto';
import { enqueue } from '@jeongsan/database';
import type { EntityManager } from 'typeorm';
import { bodyHash, type FrozenPayout } from '../dispatch-run/frozen-payout.js';
import type { Claim } from './claim.js';

/** Two batches out of one, same items, same references: the one that holds the bad item is refused again and halved again. */
export async function splitAttempt(tx: EntityManager, claim: Claim, now: Date): Promise<void> {
  const middle = Math.ceil(claim.items.length / 2);
  for (const items of [claim.items.slice(0, middle), claim.items.slice(middle)])
    await freezeHalf(tx, claim, items, now);
}

async function freezeHalf(tx: EntityManager, claim: Claim, items: readonly FrozenPayout[], now: Date): Promise<void> {
  const id = randomUUID();
  const text = JSON.stringify(items);
  await tx.query(
    `insert into payouts.attempt (id, run_id, state, idempotency_key, body, body_hash, schedule_type, payout_date, created_at)
     select $1, run_id, 'prepared', $2, $3, $4, schedule_type, payout_date, $5 from payouts.attempt where id = $6`,
    [id, id, text, bodyHash(items), now, claim.attemptId],
  );
  await tx.query(`update payouts.payout set attempt_id = $2 where id = any($1::uuid[])`, [
    items.map((i) => i.refPayoutId),
    id,
  ]);
  await enqueue(tx, 'payout-attempt.send', { attemptId: id }, now);
}
