import type { DataSource } from 'typeorm';

/**
 * Postgres settings that can lose acknowledged commits, as `name=value`. A service that handles money must not start when the
 * list is not empty.
 */
export async function unsafeDatabaseSettings(db: DataSource): Promise<string[]> {
  const rows = await db.query<{ name: string; setting: string }[]>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  return rows
    .filter(({ name, setting }) => setting === 'off' || (name === 'synchronous_commit' && setting === 'local'))
    .map(({ name, setting }) => `${name}=${setting}`);
}

/** Names of time limits that are off on this connection. Our own connections set them; behind a pooler the role must. */
export async function missingLimits(db: DataSource): Promise<string[]> {
  const rows = await db.query<{ name: string }[]>(
    `select name from pg_settings where setting = '0'
        and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  return rows.map(({ name }) => name);
}
