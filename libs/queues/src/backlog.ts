import type { Backlog } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';

const DEAD_SHOWN_MAX = 100;

/** The part of the backlog that the outbox and schedule tables show. */
export type JobBacklog = Omit<Backlog, 'waitingForPerson'>;

type JobRow = { job: string; due: bigint; waiting: bigint; next_run_at: Date | null; dead: bigint };
type DeadRow = { id: bigint; job: string; dead_at: Date; error: string | null };
type ScheduleRow = { name: string; next_run_at: Date };

/** Reads the backlog at an instant of platform time. */
export async function readBacklog(db: DataSource, now: Date): Promise<JobBacklog> {
  const jobRows = await db.query<JobRow[]>(
    `select job, count(*) filter (where dead_at is null and run_at <= $1) as due,
            count(*) filter (where dead_at is null and run_at > $1) as waiting,
            min(run_at) filter (where dead_at is null and run_at > $1) as next_run_at,
            count(*) filter (where dead_at is not null) as dead
       from messaging.outbox where done_at is null group by job order by job`,
    [now],
  );
  const deadRows = await db.query<DeadRow[]>(
    'select id, job, dead_at, error from messaging.outbox where dead_at is not null and done_at is null order by dead_at desc limit $1',
    [DEAD_SHOWN_MAX],
  );
  const scheduleRows = await db.query<ScheduleRow[]>(
    'select name, next_run_at from messaging.schedule order by next_run_at, name',
  );
  const schedules = scheduleRows.map((s) => ({ name: s.name, nextRunAt: s.next_run_at, isDue: s.next_run_at <= now }));
  return {
    now,
    isIdle: jobRows.every((row) => row.due === 0n) && schedules.every((s) => !s.isDue),
    jobs: jobRows.map(({ job, due, waiting, next_run_at: nextRunAt, dead }) => ({
      job,
      due: Number(due),
      waiting: Number(waiting),
      nextRunAt,
      dead: Number(dead),
    })),
    dead: deadRows.map((d) => ({ id: d.id.toString(), job: d.job, diedAt: d.dead_at, error: d.error ?? '' })),
    schedules,
  };
}
