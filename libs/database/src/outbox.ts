import { context, propagation } from '@opentelemetry/api';
import { events, jobs, type EventData, type EventName, type JobData, type JobName } from '@jeongsan/messaging';
import type { Executor } from './post-ledger.js';

export type EnqueueOptions = {
  /** Platform time before which the job must not run; now when absent. */
  runAt?: Date;
  /** At most one open job per key: a second promise of the same thing is dropped. */
  dedupeKey?: string;
};

/** Promises a job, atomically with whatever else the transaction does. */
export async function enqueue<N extends JobName>(
  tx: Executor,
  job: N,
  data: JobData<N>,
  now: Date,
  options: EnqueueOptions = {},
): Promise<void> {
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  await tx.query(
    `insert into messaging.outbox (job, data, trace, run_at, dedupe_key) values ($1, $2, $3, $4, $5)
     on conflict (dedupe_key) where done_at is null and dead_at is null do nothing`,
    [job, jobs[job].data.parse(data), trace, options.runAt ?? now, options.dedupeKey ?? null],
  );
}

/** Withdraws a promised job that is no longer needed and has not been published. */
export async function withdraw(tx: Executor, dedupeKey: string): Promise<void> {
  await tx.query(
    `update messaging.outbox set done_at = clock_timestamp(), published_at = coalesce(published_at, clock_timestamp())
      where dedupe_key = $1 and done_at is null and dead_at is null`,
    [dedupeKey],
  );
}

/** Records a fact for other teams and promises its delivery. `entityId` is what the event's sequence counts within. */
export async function emit<N extends EventName>(
  tx: Executor,
  type: N,
  entityId: string,
  data: EventData<N>,
  now: Date,
): Promise<void> {
  const [row] = await tx.query<{ id: string }[]>(
    `insert into messaging.event (type, entity_id, sequence, data, created_at)
     select $1, $2, coalesce(max(sequence), 0) + 1, $3, $4 from messaging.event where entity_id = $2 and type = $1
     returning id`,
    [type, entityId, events[type].parse(data), now],
  );
  if (row) await enqueue(tx, 'webhook.deliver', { eventId: row.id }, now);
}
