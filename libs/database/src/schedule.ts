import type { Executor } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';

/** Declares a schedule. An existing schedule keeps its next run, so that a deployment neither skips nor repeats a period. */
export async function declareSchedule(tx: EntityManager, name: string, firstRunAt: Date): Promise<void> {
  await tx.query(`insert into messaging.schedule (name, next_run_at) values ($1, $2) on conflict (name) do nothing`, [
    name,
    firstRunAt,
  ]);
}

/** The time of a schedule's next run, which is past while the run is late; null: the schedule was never declared. */
export async function nextRunOf(db: Executor, name: string): Promise<Date | null> {
  const [row] = await db.query<{ next: Date }[]>(`select next_run_at as next from messaging.schedule where name = $1`, [
    name,
  ]);
  return row?.next ?? null;
}

/**
 * Claims the oldest due run of a schedule and advances the schedule by one period. Null: nothing is due, or another replica has
 * claimed the run. After a pause, missed periods are claimed one by one.
 */
export async function claimDue(
  tx: EntityManager,
  name: string,
  now: Date,
  following: (dueAt: Date) => Date,
): Promise<Date | null> {
  const [row] = await tx.query<{ next_run_at: Date }[]>(
    `select next_run_at from messaging.schedule where name = $1 and next_run_at <= $2 for update skip locked`,
    [name, now],
  );
  if (!row) return null;
  await tx.query(`update messaging.schedule set next_run_at = $2 where name = $1`, [name, following(row.next_run_at)]);
  return row.next_run_at;
}
