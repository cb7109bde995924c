import { connectDatabase, type Executor } from '@jeongsan/database';
import { databaseUrl } from './env.js';
import { UsageProblem } from './verb.js';

/** Runs checks on the database of DATABASE_URL, in one snapshot that cannot write. */
export async function readDatabase<T>(work: (tx: Executor) => Promise<T>): Promise<T> {
  const url = databaseUrl();
  if (url === undefined) throw new UsageProblem('Set DATABASE_URL: the database whose books are meant');
  const db = await connectDatabase({ url, poolSize: 1, applicationName: 'books' });
  try {
    return await db.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('set transaction read only');
      return work(tx);
    });
  } finally {
    await db.destroy();
  }
}
