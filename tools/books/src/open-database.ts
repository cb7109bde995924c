import { connectDatabase } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { databaseUrl } from './env.js';
import { DatabaseAway, UsageProblem } from './verb.js';

/** Connects to the database of DATABASE_URL. Throws UsageProblem without that setting, DatabaseAway when the connection fails. */
export async function openDatabase(poolSize: number): Promise<DataSource> {
  const url = databaseUrl();
  if (url === undefined) throw new UsageProblem('Set DATABASE_URL: the database whose books are meant');
  try {
    return await connectDatabase({ url, poolSize, applicationName: 'books' });
  } catch (error) {
    throw new DatabaseAway(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
}

/** Of several addresses of a host each attempt has its own error, and their sum has no message. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : String((error as Error).message);
