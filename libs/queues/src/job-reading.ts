import type { JobName } from '@jeongsan/messaging';
import { by, one, reading, type Reading } from '@jeongsan/nest-kit';

type JobRow = { job: string; due: bigint; due_seconds: number; waiting: bigint; dead: bigint };
type OutboxRow = { jobs: bigint; seconds: number };
type ScheduleRow = { name: string; seconds: number };

/** Seconds from a time to now, never below 0: times may lie a moment ahead of a clock that is set. */
const secondsSince = (time: string): string =>
  `coalesce(greatest(0, extract(epoch from $1::timestamptz - ${time})), 0)::float8`;

/** The jobs with these names, and all schedules. Names without an open job show 0, so that a rate has a beginning. */
export const jobReading = (names: readonly JobName[]): Reading =>
  reading(
    'jobs',
    [
      ...(['jobs_due', 'job_due_oldest_seconds', 'jobs_waiting', 'jobs_dead'] as const),
      ...(['outbox_unpublished', 'outbox_unpublished_oldest_seconds', 'schedule_late_seconds'] as const),
    ],
    async (db, now) => {
      const jobs = await db.query<JobRow[]>(
        `select n.job, count(*) filter (where o.dead_at is null and o.run_at <= $1) as due,
                ${secondsSince('min(o.run_at) filter (where o.dead_at is null)')} as due_seconds,
                count(*) filter (where o.dead_at is null and o.run_at > $1) as waiting,
                count(o.dead_at) as dead
           from unnest($2::text[]) as n(job) left join messaging.outbox o on o.job = n.job and o.done_at is null
          group by n.job order by n.job`,
        [now, names],
      );
      const [outbox] = await db.query<OutboxRow[]>(
        `select count(*) as jobs, ${secondsSince('min(run_at)')} as seconds from messaging.outbox
          where published_at is null and run_at <= $1 and job = any($2) and done_at is null and dead_at is null`,
        [now, names],
      );
      const schedules = await db.query<ScheduleRow[]>(
        `select name, ${secondsSince('next_run_at')} as seconds from messaging.schedule order by name`,
        [now],
      );
      const ofJobs = (of: (row: JobRow) => bigint | number) =>
        by(
          'job_name',
          jobs.map((row) => [row.job, of(row)] as const),
        );
      return {
        jobs_due: ofJobs((row) => row.due),
        job_due_oldest_seconds: ofJobs((row) => row.due_seconds),
        jobs_waiting: ofJobs((row) => row.waiting),
        jobs_dead: ofJobs((row) => row.dead),
        outbox_unpublished: one(outbox?.jobs ?? 0n),
        outbox_unpublished_oldest_seconds: one(outbox?.seconds ?? 0),
        schedule_late_seconds: by(
          'schedule',
          schedules.map((row) => [row.name, row.seconds] as const),
        ),
      };
    },
  );
