import type { EntityManager } from 'typeorm';

/** Declares a schedule. An existing one keeps its next run: a deploy neither skips nor repeats a period. */
export async function declareSchedule(tx: EntityManager, name: string, firstRunAt: Date): Promise<void> {
  await tx.query(`insert into messaging.schedule (name, next_run_at) values ($1, $2) on conflict (name) do nothing`, [
    name,
    firstRunAt,
  ]);
}

/**
 * Claims the oldest due run of a schedule and moves it to the next period. Null when nothing is due or another replica has it.
 * After a long pause each missed period is claimed in its turn.
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
