import type { EntityManager } from 'typeorm';

/** Declares a schedule. An existing schedule keeps its next run, so that a deployment neither skips nor repeats a period. */
export async function declareSchedule(tx: EntityManager, name: string, firstRunAt: Date): Promise<void> {
  await tx.query(`insert into messaging.schedule (name, next_run_at) values ($1, $2) on conflict (name) do nothing`, [
    name,
    firstRunAt,
  ]);
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
