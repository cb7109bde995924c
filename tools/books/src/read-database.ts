import type { Executor } from '@jeongsan/database';
import { openDatabase } from './open-database.js';

/** Runs checks on the database of DATABASE_URL, in one snapshot that cannot write. */
export async function readDatabase<T>(work: (tx: Executor) => Promise<T>): Promise<T> {
  const db = await openDatabase(1);
  try {
    return await db.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('set transaction read only');
      return work(tx);
    });
  } finally {
    await db.destroy();
  }
}
