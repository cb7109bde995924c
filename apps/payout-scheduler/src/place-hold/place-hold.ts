import { randomUUID } from 'node:crypto';
import type { Executor } from '@jeongsan/database';
import { refuse } from '@jeongsan/platform-contract';

export type Hold = {
  id: string;
  sellerId: string;
  reason: string;
  detail: string | null;
  placedAt: Date;
  releasedAt: Date | null;
};

const columns = `id, seller_id as "sellerId", reason, detail, placed_at as "placedAt", released_at as "releasedAt"`;

/** Keeps a seller's money from being planned for payout. One open hold per reason: placing it again changes nothing. */
export async function placeHold(
  tx: Executor,
  sellerId: string,
  reason: string,
  detail: string | null,
  now: Date,
): Promise<Hold> {
  await tx.query(
    `insert into payouts.hold (id, seller_id, reason, detail, placed_at) values ($1, $2, $3, $4, $5)
     on conflict (seller_id, reason) where released_at is null and scope = 'SELLER' do nothing`,
    [randomUUID(), sellerId, reason, detail, now],
  );
  const [hold] = await tx.query<Hold[]>(
    `select ${columns} from payouts.hold where seller_id = $1 and reason = $2 and scope = 'SELLER' and released_at is null`,
    [sellerId, reason],
  );
  if (!hold) throw new Error(`The hold ${reason} on seller ${sellerId} was released while it was placed`);
  return hold;
}

/** Releases a hold; releasing it again changes nothing. */
export async function releaseHold(tx: Executor, holdId: string, now: Date): Promise<Hold> {
  await tx.query(`update payouts.hold set released_at = $2 where id = $1 and released_at is null`, [holdId, now]);
  const [hold] = await tx.query<Hold[]>(`select ${columns} from payouts.hold where id = $1`, [holdId]);
  if (!hold) throw refuse('HOLD_NOT_FOUND', `There is no hold ${holdId}`);
  return hold;
}
