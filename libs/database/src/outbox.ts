import { context, propagation } from '@opentelemetry/api';
import { jobs, told, type EventData, type EventName, type JobData, type JobName } from '@jeongsan/messaging';
import { type Executor, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import { prepared } from './prepared.js';

type EnqueueOptions = {
  /** Platform time before which the job must not run; now when absent. */
  runAt?: Date;
  /** At most one open job per key: a second promise of the same thing is dropped. */
  dedupeKey?: string;
};

type Promised<N extends JobName> = EnqueueOptions & { data: JobData<N> };

/** Ids only: more than this is a bug, and would be in Redis's memory and in every worker that tries the job. */
const DATA_CHARACTERS_MAX = 4_096;

/** Promises a job, atomically with whatever else the transaction does. Throws RangeError when its data is larger than ids are. */
export const enqueue = <N extends JobName>(
  tx: Executor,
  job: N,
  data: JobData<N>,
  now: Date,
  options: EnqueueOptions = {},
): Promise<void> => enqueueAll(tx, job, [{ data, ...options }], now);

type PrintedJob = Readonly<{ data: string; runAt: Date; dedupeKey: string | undefined }>;

const ENQUEUE = prepared(
  'outbox.enqueue',
  statement(
    `insert into messaging.outbox (job, data, trace, run_at, dedupe_key)
     select :job, promise.data::jsonb, :trace::jsonb, promise.run_at, promise.dedupe_key
       from :promise.unnest as promise(:promise.columns)
     on conflict (dedupe_key) where done_at is null and dead_at is null do nothing`,
    {
      promise: manyRows<PrintedJob>({
        data: text(({ data }) => data),
        run_at: timestamptz(({ runAt }) => runAt),
        dedupe_key: text(({ dedupeKey }) => dedupeKey ?? null),
      }),
    },
  ),
);

/** Promises any number of jobs of one kind in one statement. Throws RangeError as `enqueue` does. */
export async function enqueueAll<N extends JobName>(
  tx: Executor,
  job: N,
  promises: readonly Promised<N>[],
  now: Date,
): Promise<void> {
  if (promises.length === 0) return;
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  const promise = promises.map(({ data, runAt = now, dedupeKey }) => ({ data: textOf(job, data), runAt, dedupeKey }));
  await ENQUEUE.rows(tx, { job, trace, promise });
}

function textOf<N extends JobName>(job: N, data: JobData<N>): string {
  const text = JSON.stringify(jobs[job].data.parse(data));
  if (text.length <= DATA_CHARACTERS_MAX) return text;
  throw new RangeError(
    `The data of job ${job} has ${text.length} characters, and ids have at most ${DATA_CHARACTERS_MAX}`,
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

export type EventOf<N extends EventName> = {
  /** What the event's sequence counts within. */
  entityId: string;
  data: EventData<N>;
};

const EMIT = prepared(
  'outbox.emit',
  `with fact as (
       insert into messaging.event (type, entity_id, sequence, data, created_at)
       select $1, f."entityId",
              coalesce((select max(sequence) from messaging.event e where e.entity_id = f."entityId" and e.type = $1), 0) + 1,
              f.data, $3
         from jsonb_to_recordset($2) as f("entityId" text, data jsonb)
       returning id
     )
     insert into messaging.outbox (job, data, run_at)
     select 'webhook.deliver', jsonb_build_object('eventId', fact.id), $3 from fact
      where exists (select from webhooks.endpoint where enabled and $1 = any(event_types))`,
);

/**
 * Records facts for other teams and promises their delivery, to those who subscribed when they happened. One statement for any
 * number of events; an entity may occur once per call. Held against no schema here: a wrong event must not stop the money it tells
 * of. Whoever delivers it checks it.
 */
export async function emit<N extends EventName>(
  tx: Executor,
  type: N,
  list: readonly EventOf<N>[],
  now: Date,
): Promise<void> {
  if (list.length === 0) return;
  const facts = list.map(({ entityId, data }) => ({ entityId, data: told(type, data) }));
  await tx.query(EMIT, [type, JSON.stringify(facts), now]);
}
