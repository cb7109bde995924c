import { randomUUID } from 'node:crypto';
import { enqueue, lockUntilCommit, transaction, type Executor } from '@jeongsan/database';
import { Permanent } from '@jeongsan/messaging';
import type { Actor } from '@jeongsan/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { RunFrame } from '../../../closing/close-statements/run-frame.js';

/**
 * Inserts the run of a date, or reopens it if it was empty; any other run stays unchanged. The cut-off is the time of
 * opening.
 */
export async function insertRun(tx: Executor, businessDate: string, drafter: Actor, now: Date): Promise<void> {
  await tx.query(
    `insert into payouts.run as held (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values ($1, $2, $3, 'draft', 0, 0, 0, 0, '', $4, $3)
     on conflict (business_date) do update set state = 'draft', cutoff = excluded.cutoff, drafted_by = excluded.drafted_by, drafted_at = excluded.drafted_at
       where held.state = 'empty'`,
    [randomUUID(), businessDate, now, drafter],
  );
}

/** Milliseconds of platform time after which a waiting date checks again whether the dates before it are drafted. */
const WAIT_MS = 2_000;

/**
 * The run of a date: a new one, or the unfinished one of an earlier try. Null when there is nothing to draft: the run
 * was drafted before, or must wait. A seller's statements follow one another by date, so a run waits for earlier dates
 * that are enqueued or being drafted. It waits by enqueueing its job again: a thrown error would be retried ever later
 * and given up in the end. Throws Permanent when a later date has a run already.
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
      await enqueueAgain(tx, businessDate, now);
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

/**
 * Enqueues the drafting of a date again. Run times are rounded to common moments, so that all jobs that wait with one date
 * have one next try.
 */
async function enqueueAgain(tx: EntityManager, businessDate: string, now: Date): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / WAIT_MS) + 1) * WAIT_MS);
  const dedupeKey = `payout-run.draft/${businessDate}/${runAt.toISOString()}`;
  await enqueue(tx, 'payout-run.draft', { businessDate }, now, { runAt, dedupeKey });
}

/** Locks the run open while a step adds to it. Returns false when another worker has sealed or deleted it meanwhile. */
export async function holdOpen(tx: Executor, runId: string): Promise<boolean> {
  const [run] = await tx.query<{ open: boolean }[]>(
    `select content_hash = '' and state = 'draft' as open from payouts.run where id = $1 for share`,
    [runId],
  );
  return run?.open ?? false;
}
