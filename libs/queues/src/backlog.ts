import { endpoint, Instant } from '@jeongsan/http-contract';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { deadJobsContract } from './dead-jobs.contract.js';

const DEAD_SHOWN_MAX = 100;

/** Jobs and schedules that are due, and work that waits for a person. */
export const Backlog = z.object({
  now: Instant,
  /** True when no job and no schedule is due. Dead jobs do not count: they wait for a person. */
  isIdle: z.boolean(),
  jobs: z.array(
    z.object({
      job: z.string(),
      /** Jobs that are due or running. */
      due: z.number().int(),
      /** Jobs enqueued for a later time. */
      waiting: z.number().int(),
      dead: z.number().int(),
    }),
  ),
  dead: z.array(z.object({ id: z.string(), job: z.string(), diedAt: Instant, error: z.string() })),
  /** Work that no job will advance: a person must decide. */
  waitingForPerson: z.array(
    z.object({
      subject: z.string(),
      reason: z.string(),
      text: z.object({ ko: z.string(), en: z.string() }),
      since: Instant.nullable(),
    }),
  ),
  schedules: z.array(z.object({ name: z.string(), nextRunAt: Instant, isDue: z.boolean() })),
});
export type Backlog = z.output<typeof Backlog>;
/** The part of the backlog that the outbox and schedule tables show. */
export type JobBacklog = Omit<Backlog, 'waitingForPerson'>;

export const getBacklog = endpoint({
  method: 'GET',
  path: '/operations/backlog',
  summary: 'Jobs that are open or dead, and schedules with their next run',
  security: 'bearer',
  scope: 'operations:read',
  success: { status: 200, body: Backlog },
  errors: [],
});

export const backlogContract = { getBacklog } as const;

/** The endpoints that QueuesModule serves in every app: spread them into the app's contract. */
export const operationsContract = { ...backlogContract, ...deadJobsContract } as const;

type JobRow = { job: string; due: bigint; waiting: bigint; dead: bigint };
type DeadRow = { id: bigint; job: string; dead_at: Date; error: string | null };
type ScheduleRow = { name: string; next_run_at: Date };

/** Reads the backlog at an instant of platform time. */
export async function readBacklog(db: DataSource, now: Date): Promise<JobBacklog> {
  const jobRows = await db.query<JobRow[]>(
    `select job, count(*) filter (where dead_at is null and run_at <= $1) as due,
            count(*) filter (where dead_at is null and run_at > $1) as waiting, count(*) filter (where dead_at is not null) as dead
       from messaging.outbox where done_at is null group by job order by job`,
    [now],
  );
  const deadRows = await db.query<DeadRow[]>(
    'select id, job, dead_at, error from messaging.outbox where dead_at is not null order by dead_at desc limit $1',
    [DEAD_SHOWN_MAX],
  );
  const scheduleRows = await db.query<ScheduleRow[]>(
    'select name, next_run_at from messaging.schedule order by next_run_at, name',
  );
  const schedules = scheduleRows.map((s) => ({ name: s.name, nextRunAt: s.next_run_at, isDue: s.next_run_at <= now }));
  return {
    now,
    isIdle: jobRows.every((row) => row.due === 0n) && schedules.every((s) => !s.isDue),
    jobs: jobRows.map(({ job, due, waiting, dead }) => ({
      job,
      due: Number(due),
      waiting: Number(waiting),
      dead: Number(dead),
    })),
    dead: deadRows.map((d) => ({ id: d.id.toString(), job: d.job, diedAt: d.dead_at, error: d.error ?? '' })),
    schedules,
  };
}
