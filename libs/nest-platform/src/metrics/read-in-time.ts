import type { Executor } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

/** A reading that takes longer is given up: metrics may be missing for a while, and money may not wait for them. */
const STATEMENT_TIMEOUT_MS = 2_000;
const LOCK_TIMEOUT_MS = 200;

/** Runs `read` in a read-only transaction whose statements are given up after two seconds. Throws what Postgres throws. */
export const readInTime = <T>(db: DataSource, read: (tx: Executor) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.query(
      `set transaction read only; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
    );
    return read(tx);
  });
