import { type Author, authorOf, recordDecision, recordDecisions, systemAuthor } from '@jeongsan/audit';
import { businessDateOf } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { type Actor, systemActors } from '@jeongsan/nest-kit';
import { refuse } from '@jeongsan/platform-contract';
import { heldFacts, holdColumns, type Hold } from '../place-hold/place-hold.js';

const PER_RUN_MAX = 10_000;

/** Releases a hold; a repeat changes nothing. Throws HOLD_NOT_FOUND. */
export async function releaseHold(tx: Executor, holdId: string, author: Author, now: Date): Promise<Hold> {
  const [[released]] = await tx.query<[Hold[], number]>(
    `update payouts.hold set released_at = $2, released_by = $3 where id = $1 and released_at is null returning ${holdColumns}`,
    [holdId, now, author.actor],
  );
  if (released) {
    await recordDecision(tx, releaseOf(released, author), now);
    return released;
  }
  const [hold] = await tx.query<Hold[]>(`select ${holdColumns} from payouts.hold where id = $1`, [holdId]);
  if (!hold) throw refuse('HOLD_NOT_FOUND', `There is no hold ${holdId}`);
  return hold;
}

/** Writes the release of holds by a policy to the audit trail. */
export function recordReleases(tx: Executor, released: readonly Hold[], policy: Actor, now: Date): Promise<void> {
  const author = systemAuthor(policy);
  return recordDecisions(
    tx,
    released.map((hold) => releaseOf(hold, author)),
    now,
  );
}

function releaseOf(hold: Hold, author: Author) {
  const after = heldFacts(hold);
  const before = { ...after, state: 'placed' };
  return { kind: 'hold.released', subject: hold.id, ...authorOf(author), reason: null, before, after } as const;
}

/** Releases holds whose end date has come, a bounded number at once; the next run releases the others. */
export async function releaseDueHolds(tx: Executor, now: Date): Promise<number> {
  const released = await tx.query<Hold[]>(
    `with due as (
       select id from payouts.hold where released_at is null and release_on <= $1
        order by release_on, id limit $4 for update skip locked
     ), done as (
       update payouts.hold h set released_at = $2, released_by = $3 from due where h.id = due.id returning h.*
     ) select ${holdColumns} from done`,
    [businessDateOf(now), now, systemActors.releaseDate, PER_RUN_MAX],
  );
  await recordReleases(tx, released, systemActors.releaseDate, now);
  return released.length;
}
