import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { systemActors, type Actor } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { holdColumns, type Hold } from '../place-hold/place-hold.js';

const PER_RUN_MAX = 10_000;

/** Releases a hold; a repeat changes nothing. Throws HOLD_NOT_FOUND. */
export async function releaseHold(tx: Executor, holdId: string, by: Actor, now: Date): Promise<Hold> {
  await tx.query(`update payouts.hold set released_at = $2, released_by = $3 where id = $1 and released_at is null`, [
    holdId,
    now,
    by,
  ]);
  const [hold] = await tx.query<Hold[]>(`select ${holdColumns} from payouts.hold where id = $1`, [holdId]);
  if (!hold) throw refuse('HOLD_NOT_FOUND', `There is no hold ${holdId}`);
  return hold;
}

/** Releases holds whose end date has come, a bounded number at once; the next run releases the others. */
export async function releaseDueHolds(tx: Executor, now: Date): Promise<number> {
  const [{ released } = { released: 0n }] = await tx.query<{ released: bigint }[]>(
    `with due as (
       select id from payouts.hold where released_at is null and release_on <= $1
        order by release_on, id limit $4 for update skip locked
     ), done as (
       update payouts.hold h set released_at = $2, released_by = $3 from due where h.id = due.id returning h.id
     ) select count(*) as released from done`,
    [businessDateOf(now), now, systemActors.releaseDate, PER_RUN_MAX],
  );
  return Number(released);
}
