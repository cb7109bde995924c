import { hit } from '@jeongsan/failpoints';
import type { DataSource } from 'typeorm';
import { jobNames, jobs, type JobName, type QueueName } from '@jeongsan/messaging';
import type { JobsOptions } from 'bullmq';

export type PublishedJob = Readonly<{ name: JobName; data: object; opts: JobsOptions }>;
export type Publish = (queue: QueueName, batch: PublishedJob[]) => Promise<void>;

// Rows of a newer version's jobs stay for its relays: while both run, the older one must neither take nor trip over them.
type OutboxRow = { id: bigint; job: JobName; data: object };

/** The job's id in BullMQ. The same row published twice is one job as long as Redis remembers the first. */
export const jobIdOf = (outboxId: bigint): string => `outbox-${outboxId}`;

/**
 * Moves one batch from the outbox to BullMQ and tells how many rows it moved. Any number of relays may run: rows are claimed, not
 * shared. Publishing inside the transaction is the one permitted network call in one: losing either side only publishes again.
 */
export async function relayOnce(db: DataSource, publish: Publish, now: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<OutboxRow[]>(
      `select id, job, data from messaging.outbox
        where published_at is null and run_at <= $1 and job = any($2) and done_at is null and dead_at is null
        order by run_at, id limit $3 for update skip locked`,
      [now, jobNames, limit],
    );
    if (rows.length === 0) return 0;
    await hit('relay:claimed');
    for (const [queue, batch] of byQueue(rows)) await publish(queue, batch);
    await hit('relay:published');
    await tx.query('update messaging.outbox set published_at = clock_timestamp() where id = any($1)', [
      rows.map((r) => r.id),
    ]);
    return rows.length;
  });
}

/** Whether a relay would find anything: cheaper than a transaction that finds nothing. */
export async function hasUnpublished(db: DataSource, now: Date): Promise<boolean> {
  const sql = 'select from messaging.outbox where published_at is null and run_at <= $1 and job = any($2) limit 1';
  return (await db.query<unknown[]>(sql, [now, jobNames])).length > 0;
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
    // The outbox row is the record. A finished job kept in Redis would only block publishing its row again.
    removeOnComplete: true,
    removeOnFail: true,
  };
  return { name: row.job, data: row.data, opts };
}
