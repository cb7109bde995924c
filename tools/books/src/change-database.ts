import { connectDatabase } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { databaseUrl } from './env.js';
import { UsageProblem } from './verb.js';

/** Runs work on the database of DATABASE_URL that takes connections of its own; changes need the login of its owner. */
export async function changeDatabase<T>(work: (db: DataSource) => Promise<T>): Promise<T> {
  const url = databaseUrl();
  if (url === undefined) throw new UsageProblem('Set DATABASE_URL: the database whose books are meant');
  const db = await connectDatabase({ url, poolSize: 2, applicationName: 'books' });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
