import type { Executor } from '@jeongsan/database';

/**
 * Which life of which database answers: another cluster, another timeline (a standby was promoted, a backup recovered), another
 * database (a dump was restored) or another start of the server is another text. After any of them the books may have lost hours.
 */
export async function readIncarnation(db: Executor): Promise<string> {
  const [row] = await db.query<{ incarnation: string }[]>(
    `select concat_ws('/', (select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
                      (select oid from pg_database where datname = current_database()),
                      extract(epoch from pg_postmaster_start_time())) as incarnation`,
  );
  if (!row) throw new Error('Postgres does not say which database it is');
  return row.incarnation;
}
