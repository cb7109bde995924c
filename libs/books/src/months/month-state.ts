import { transaction } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { assertMonth } from './month-files.js';
import { refusing } from './refusals.js';

function firstOf(month: string): string {
  assertMonth(month);
  return `${month}-01`;
}

/** Calls functions of the database, in their order, with a month, and an instant where they take one. */
async function change(db: DataSource, calls: readonly string[], month: string, now?: Date): Promise<void> {
  const parameters = now === undefined ? [firstOf(month)] : [firstOf(month), now];
  await refusing(() =>
    transaction(db, async (tx) => {
      // Sealing reads a whole month. A lock is waited for briefly: services wait behind it.
      await tx.query(`set local statement_timeout = 0`);
      await tx.query(`set local lock_timeout = '5s'`);
      for (const call of calls)
        await tx.query(`select ledger.${call}`, call.includes('$2') ? parameters : parameters.slice(0, 1));
    }),
  );
}

/** Ends a closed month for good: its balances and hashes are written down, and later postings into it are refused. */
export const sealMonth = (db: DataSource, month: string, now: Date): Promise<void> =>
  change(db, ['assert_closed($1)', 'seal_month($1, $2)'], month, now);
/** Takes the entries of an exported month out of the ledger. Its table stays until it is dropped. */
export const detachMonth = (db: DataSource, month: string, now: Date): Promise<void> =>
  change(db, ['detach_month($1, $2)'], month, now);
/** Puts a detached month back, after its rows were compared with the seal. */
export const attachMonth = (db: DataSource, month: string): Promise<void> => change(db, ['attach_month($1)'], month);
export const dropMonth = (db: DataSource, month: string): Promise<void> => change(db, ['drop_month($1)'], month);
