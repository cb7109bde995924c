import type { DataSource } from 'typeorm';
import { openDatabase } from './open-database.js';

/** Runs work on the database of DATABASE_URL that takes connections of its own; changes need the login of its owner. */
export async function changeDatabase<T>(work: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await openDatabase(2);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
