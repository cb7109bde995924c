import { filteredList, fromDay, is, toDay } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type getJob, type jobStates, type listJobs, refuse } from '@jeongsan/platform-contract';
import { statement } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

type Job = Output<typeof listJobs>['items'][number];
type Row = Omit<Job, 'state'>;

const COLUMNS = `x.id::text, x.job, x.created_at as "enqueuedAt", x.run_at as "runAt", x.published_at as "publishedAt",
  x.done_at as "doneAt", x.dead_at as "diedAt", x.error`;

/** Conditions of the states of a job `x`; its run time is compared with the clock of the platform, `now`. */
const isIn = {
  done: () => 'x.done_at is not null and x.dead_at is null',
  discarded: () => 'x.done_at is not null and x.dead_at is not null',
  dead: () => 'x.done_at is null and x.dead_at is not null',
  due: (now) => `x.done_at is null and x.dead_at is null and x.run_at <= ${now}`,
  waiting: (now) => `x.done_at is null and x.dead_at is null and x.run_at > ${now}`,
} as const satisfies Record<(typeof jobStates)[number], (now: string) => string>;

// Few jobs are not done, and they have indexes; most of the latest jobs are done.
const JOBS = filteredList({
  from: 'messaging.outbox',
  columns: COLUMNS,
  order: [{ column: 'id', type: 'bigint' }],
  isNewestFirst: true,
  leads: {
    done: { type: 'timestamptz', condition: isIn.done },
    discarded: { type: 'timestamptz', condition: isIn.discarded },
    dead: { type: 'timestamptz', condition: isIn.dead },
    due: { type: 'timestamptz', condition: isIn.due },
    waiting: { type: 'timestamptz', condition: isIn.waiting },
  },
  checks: { job: is('x.job'), from: fromDay('x.created_at'), to: toDay('x.created_at') },
});

/** Jobs, the latest enqueued first. */
export async function readJobs(
  db: DataSource,
  { state, ...query }: Input<typeof listJobs>['query'],
  now: Date,
): Promise<Output<typeof listJobs>> {
  const { items, nextCursor } = await JOBS.page<Row>(db, { ...query, ...(state && { [state]: now }) });
  return { items: items.map((row) => ({ ...row, state: stateOf(row, now) })), nextCursor };
}

const JOB = statement(`
  select ${COLUMNS}, x.data, (select count(*)::int from messaging.revival r where r.outbox_id = x.id) as revivals
    from messaging.outbox x where x.id = :id`);

/** One job with its data, which are ids. Throws the Refusal JOB_NOT_FOUND. */
export async function readJob(db: DataSource, id: string, now: Date): Promise<Output<typeof getJob>> {
  const [row] = await JOB.rows<Omit<Output<typeof getJob>, 'state'>>(db, { id });
  if (!row) throw refuse('JOB_NOT_FOUND', `No job has the id ${id}, or it is done and was deleted`);
  return { ...row, state: stateOf(row, now) };
}

function stateOf({ doneAt, diedAt, runAt }: Row, now: Date): Job['state'] {
  if (doneAt !== null) return diedAt === null ? 'done' : 'discarded';
  if (diedAt !== null) return 'dead';
  return runAt <= now ? 'due' : 'waiting';
}
