import { MachineProblem } from '@jeongsan/child-processes';
import { Client } from 'pg';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const DUPLICATE_DATABASE = '42P04';

/** The URL of another database of the same server. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

/** Creates a database unless it exists, and returns its URL. `recreate`: drops it first, together with its connections. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  { recreate }: { recreate: boolean },
): Promise<string> {
  if (!NAME.test(name))
    throw new MachineProblem(`A database's name is lower-case letters, digits and underscores, not "${name}"`);
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (recreate) await client.query(`drop database if exists "${name}" with (force)`);
    await client
      .query(`create database "${name}" template template0 encoding 'UTF8'`)
      .catch((error: { code?: string }) => {
        if (error.code !== DUPLICATE_DATABASE) throw error;
      });
  } finally {
    await client.end();
  }
  return databaseUrl(adminUrl, name);
}
