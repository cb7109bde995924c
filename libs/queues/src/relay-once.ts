import { prepared } from '@jeongsan/database';
import { hit } from '@jeongsan/failpoints';
import type { DataSource } from 'typeorm';
import { jobNames, jobs, type JobName, type QueueName } from '@jeongsan/messaging';
import type { JobsOptions } from 'bullmq';

export type PublishedJob = Readonly<{ name: JobName; data: object; opts: JobsOptions }>;
export type Publish = (queue: QueueName, batch: PublishedJob[]) => Promise<void>;

// Jobs of a newer release are left to its relays: during a rolling upgrade, the older release neither publishes them nor fails
// on them.
/** A row of the outbox, as far as Redis gets it. */
export type OutboxRow = { id: bigint; job: JobName; data: object };

/** The job's id in BullMQ. A row published twice is one job, as long as Redis still has the first. */
export const jobIdOf = (outboxId: bigint): string => `outbox-${outboxId}`;

const LOOK = prepared(
  'relay.look',
  `select run_at from messaging.outbox
    where published_at is null and job = any($1) and done_at is null and dead_at is null order by run_at limit 1`,
);
const CLAIM = prepared(
  'relay.claim',
  `select id, job, data from messaging.outbox
    where published_at is null and run_at <= $1 and job = any($2) and done_at is null and dead_at is null
    order by run_at, id limit $3 for update skip locked`,
);
const MARK = prepared('relay.mark', 'update messaging.outbox set published_at = clock_timestamp() where id = any($1)');

/**
 * Moves one batch of rows from the outbox to BullMQ, and returns their number. Several relays may run: each claims its rows.
 * This is the only network call that is allowed inside a transaction: when either side is lost, the rows are published again.
 */
export async function relayOnce(db: DataSource, publish: Publish, now: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<OutboxRow[]>(CLAIM, [now, jobNames, limit]);
    if (rows.length === 0) return 0;
    await hit('relay:claimed');
    await publishRows(publish, rows);
    await hit('relay:published');
    await tx.query(MARK, [rows.map((r) => r.id)]);
    return rows.length;
  });
}

/** When the next row of the outbox is to be published; undefined when none waits. Cheaper than a transaction that finds nothing. */
export async function nextUnpublished(db: DataSource): Promise<Date | undefined> {
  const [row] = await db.query<{ run_at: Date }[]>(LOOK, [jobNames]);
  return row?.run_at;
}

/** Publishes rows as jobs of their queues. A job that Redis still has is left as it is. */
export async function publishRows(publish: Publish, rows: readonly OutboxRow[]): Promise<void> {
  for (const [queue, batch] of byQueue(rows)) await publish(queue, batch);
}

function byQueue(rows: readonly OutboxRow[]): Map<QueueName, PublishedJob[]> {
  const batches = new Map<QueueName, PublishedJob[]>();
  for (const row of rows) {
    const { queue } = jobs[row.job];
    const batch = batches.get(queue) ?? [];
    batch.push(published(row));
    batches.set(queue, batch);
  }
  return batches;
}

function published(row: OutboxRow): PublishedJob {
  const opts: JobsOptions = {
    jobId: jobIdOf(row.id),
    attempts: jobs[row.job].attempts,
    backoff: { type: 'retry-delay' },
    // Finished jobs are removed from Redis: the outbox row is the record, and a kept job would block publishing its row again.
    removeOnComplete: true,
    removeOnFail: true,
  };
  return { name: row.job, data: row.data, opts };
}
