import type { DataSource } from 'typeorm';

/** Settings under which Postgres forgets acknowledged commits. A service that handles money must not start on them. */
export async function unsafeDatabaseSettings(db: DataSource): Promise<string[]> {
  const rows = await db.query<{ name: string; setting: string }[]>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  return rows
    .filter(({ name, setting }) => setting === 'off' || (name === 'synchronous_commit' && setting === 'local'))
    .map(({ name, setting }) => `${name}=${setting}`);
}
