import { context, propagation } from '@opentelemetry/api';
import { dataOfEvent, jobs, type EventData, type EventName, type JobData, type JobName } from '@jeongsan/messaging';
import { type Executor, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import { prepared } from './prepared.js';
import { runningJob } from './running-job.js';

type EnqueueOptions = {
  /** Platform time before which the job must not run. Default: `now`. */
  runAt?: Date;
  /**
   * At most one open job exists per key: a second job with the same key is dropped. The running job that enqueues its own next
   * try is no such obstacle: the next try takes the key over, and a second run of the same job finds it taken.
   */
  dedupeKey?: string;
};

type JobToEnqueue<N extends JobName> = EnqueueOptions & { data: JobData<N> };

/** Job data holds ids only. Larger data is a bug: it would fill the memory of Redis and of each worker. */
const DATA_CHARACTERS_MAX = 4_096;

/**
 * Enqueues a job: a row in the outbox, in the current transaction. Throws RangeError when the data exceeds DATA_CHARACTERS_MAX.
 */
export const enqueue = <N extends JobName>(
  tx: Executor,
  job: N,
  data: JobData<N>,
  now: Date,
  options: EnqueueOptions = {},
): Promise<void> => enqueueAll(tx, job, [{ data, ...options }], now);

type PrintedJob = Readonly<{ data: string; runAt: Date; dedupeKey: string | undefined }>;

/**
 * SQL that enqueues jobs, for the row set of `jobSets` and the parameters of `jobValues`, if `condition` holds in its statement.
 * For requests: a job that would enqueue itself by it is dropped, since its own key is taken.
 */
export const enqueuing = (condition: string): string => `
  insert into messaging.outbox (job, data, trace, run_at, dedupe_key)
  select :job, enqueued.data::jsonb, :trace::jsonb, enqueued.run_at, enqueued.dedupe_key
    from :enqueued.unnest as enqueued(:enqueued.columns) where ${condition}
  on conflict (dedupe_key) where done_at is null and dead_at is null do nothing`;

export const jobSets = {
  enqueued: manyRows<PrintedJob>({
    data: text(({ data }) => data),
    run_at: timestamptz(({ runAt }) => runAt),
    dedupe_key: text(({ dedupeKey }) => dedupeKey ?? null),
  }),
};

/** Parameters of `enqueuing` for jobs of one kind. Throws RangeError as `enqueue` does. */
export function jobValues<N extends JobName>(job: N, list: readonly JobToEnqueue<N>[], now: Date) {
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  const enqueued = list.map(({ data, runAt = now, dedupeKey }) => ({ data: textOf(job, data), runAt, dedupeKey }));
  return { job, trace, enqueued };
}

const ENQUEUE = prepared('outbox.enqueue', statement(enqueuing('true'), jobSets));
const GIVE_UP_KEY = prepared(
  'outbox.give-up-key',
  'update messaging.outbox set dedupe_key = null where id = $1 and dedupe_key = $2',
);

/** Enqueues any number of jobs of one kind in one statement. Throws RangeError as `enqueue` does. */
export async function enqueueAll<N extends JobName>(
  tx: Executor,
  job: N,
  list: readonly JobToEnqueue<N>[],
  now: Date,
): Promise<void> {
  if (list.length === 0) return;
  const own = runningJob();
  if (own?.dedupeKey && list.some(({ dedupeKey }) => dedupeKey === own.dedupeKey))
    await tx.query(GIVE_UP_KEY, [own.id, own.dedupeKey]);
  await ENQUEUE.rows(tx, jobValues(job, list, now));
}

function textOf<N extends JobName>(job: N, data: JobData<N>): string {
  const text = JSON.stringify(jobs[job].data.parse(data));
  if (text.length <= DATA_CHARACTERS_MAX) return text;
  throw new RangeError(
    `The data of job ${job} has ${text.length} characters, and ids have at most ${DATA_CHARACTERS_MAX}`,
  );
}

/** SQL that marks the open jobs with the keys `:withdrawn` as done without running them. */
export const WITHDRAWING = `
  update messaging.outbox set done_at = clock_timestamp(), published_at = coalesce(published_at, clock_timestamp())
   where dedupe_key = any(:withdrawn::text[]) and done_at is null and dead_at is null`;
const WITHDRAW = prepared('outbox.withdraw', statement(WITHDRAWING));

/** Marks the open jobs with these keys as done without running them. */
export async function withdraw(tx: Executor, ...dedupeKeys: readonly string[]): Promise<void> {
  await WITHDRAW.rows(tx, { withdrawn: dedupeKeys });
}

export type EventOf<N extends EventName> = {
  /** The entity whose events are numbered: `sequence` counts per entity and type. */
  entityId: string;
  data: EventData<N>;
};

/** SQL fragment: two parts of a `with` that store events and enqueue their deliveries, for the parameters of `eventValues`. */
export const EMITTING = `
  told as (
    select f."entityId" as entity_id, f.data from jsonb_to_recordset(:facts::jsonb) as f("entityId" text, data jsonb)
  ), numbered as (
    insert into messaging.event_sequence as s (entity_id, type, last)
    select entity_id, :eventType, 1 from told order by entity_id
    on conflict (entity_id, type) do update set last = s.last + 1
    returning s.entity_id, s.last
  ), fact as (
    insert into messaging.event (type, entity_id, sequence, data, created_at)
    select :eventType, told.entity_id, numbered.last, told.data, :emittedAt from told join numbered using (entity_id)
    returning id
  ), delivery as (
    insert into messaging.outbox (job, data, run_at)
    select 'webhook.deliver', jsonb_build_object('eventId', fact.id), :emittedAt from fact
     where exists (select from webhooks.endpoint where enabled and :eventType = any(event_types))
  )`;

/** Parameters of `EMITTING`. */
export function eventValues<N extends EventName>(type: N, list: readonly EventOf<N>[], now: Date) {
  const facts = list.map(({ entityId, data }) => ({ entityId, data: dataOfEvent(type, data) }));
  return { eventType: type, facts: JSON.stringify(facts), emittedAt: now };
}

const EMIT = prepared('outbox.emit', statement(`with ${EMITTING} select`));

/**
 * Stores events for other teams, and enqueues their delivery when an endpoint subscribes to the type at this moment. One
 * statement for any number of events; an entity may occur once per call. Event data is not validated here, since a wrong event
 * must not stop the money; the delivery validates it.
 */
export async function emit<N extends EventName>(
  tx: Executor,
  type: N,
  list: readonly EventOf<N>[],
  now: Date,
): Promise<void> {
  if (list.length > 0) await EMIT.rows(tx, eventValues(type, list, now));
}
