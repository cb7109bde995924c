import { randomUUID } from 'node:crypto';
import { enqueue, lockUntilCommit, transaction, type Executor } from '@jeongsan/database';
import { Permanent } from '@jeongsan/messaging';
import type { Actor } from '@jeongsan/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { RunFrame } from '../../../closing/close-statements/run-frame.js';

/** Writes the run of a date, or drafts it again if it was empty; any other stays. The cut-off is the moment it is opened. */
export async function insertRun(tx: Executor, businessDate: string, drafter: Actor, now: Date): Promise<void> {
  await tx.query(
    `insert into payouts.run as held (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values ($1, $2, $3, 'draft', 0, 0, 0, 0, '', $4, $3)
     on conflict (business_date) do update set state = 'draft', cutoff = excluded.cutoff, drafted_by = excluded.drafted_by, drafted_at = excluded.drafted_at
       where held.state = 'empty'`,
    [randomUUID(), businessDate, now, drafter],
  );
}

/** How often a date looks whether the dates before it are drafted, in milliseconds of platform time. */
const WAIT_MS = 2_000;

/**
 * The date's run: a new one, or the unfinished one of an earlier try. Null when there is nothing to draft now: it was drafted
 * before, or it waits. A seller's statements follow one another by date, so a date waits for the earlier ones that are promised or
 * under way, by promising itself anew: to wait is no failure, which would be tried again ever later and in the end given up. One
 * that a later date has overtaken is given up (throws Permanent).
 */
export async function openRun(
  db: DataSource,
  businessDate: string,
  drafter: Actor,
  now: Date,
): Promise<RunFrame | null> {
  return transaction(db, async (tx) => {
    await lockUntilCommit(tx, 'openingRun');
    const [seen] = await tx.query<{ later: string | null; earlier: string | null }[]>(
      `select (select max(business_date) from payouts.run where business_date > $1 and state <> 'empty')::text as later,
              coalesce((select min(business_date) from payouts.run where business_date < $1 and content_hash = '' and state <> 'empty'),
                       (select min((data ->> 'businessDate')::date) from messaging.outbox
                         where job = 'payout-run.draft' and done_at is null and dead_at is null
                           and (data ->> 'businessDate')::date < $1))::text as earlier`,
      [businessDate],
    );
    const [run] = await tx.query<{ id: string; cutoff: Date; content_hash: string }[]>(
      `select id, cutoff, content_hash from payouts.run where business_date = $1 and state <> 'empty'`,
      [businessDate],
    );
    if (run && run.content_hash !== '') return null;
    if (seen?.later) throw new Permanent(`Run ${businessDate} comes too late: that of ${seen.later} exists`);
    if (seen?.earlier) {
      await promiseAgain(tx, businessDate, now);
      return null;
    }
    if (run) return { runId: run.id, businessDate, cutoff: run.cutoff };
    await insertRun(tx, businessDate, drafter, now);
    const [opened] = await tx.query<{ id: string; cutoff: Date }[]>(
      `select id, cutoff from payouts.run where business_date = $1`,
      [businessDate],
    );
    return opened ? { runId: opened.id, businessDate, cutoff: opened.cutoff } : null;
  });
}

/** Moments are shared, so that a job which ran twice waits once. */
async function promiseAgain(tx: EntityManager, businessDate: string, now: Date): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / WAIT_MS) + 1) * WAIT_MS);
  const dedupeKey = `payout-run.draft/${businessDate}/${runAt.toISOString()}`;
  await enqueue(tx, 'payout-run.draft', { businessDate }, now, { runAt, dedupeKey });
}

/** Holds the run open while a step adds to it. False when another worker sealed it, or found nobody to settle, meanwhile. */
export async function holdOpen(tx: Executor, runId: string): Promise<boolean> {
  const [run] = await tx.query<{ open: boolean }[]>(
    `select content_hash = '' and state = 'draft' as open from payouts.run where id = $1 for share`,
    [runId],
  );
  return run?.open ?? false;
}
