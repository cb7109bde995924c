import type { DataSource } from 'typeorm';

/** The longest interval between two looks that can be configured. */
const MEANS_NOTHING_AFTER_SECONDS = 3_600;

/**
 * Deletes up to `limit` looks older than the longest interval and returns how many: such a look delays no new one, and
 * neither does a missing row.
 */
export async function forgetLooks(db: DataSource, now: Date, limit: number): Promise<number> {
  const [, count] = await db.query<[unknown[], number]>(
    `delete from webhooks.look where subject in (
       select subject from webhooks.look where due_at < $1::timestamptz - make_interval(secs => $2) order by due_at
        limit $3 for update skip locked)`,
    [now, MEANS_NOTHING_AFTER_SECONDS, limit],
  );
  return count;
}
