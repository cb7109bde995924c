import { transaction } from '@jeongsan/database';
import type { DataSource, EntityManager } from 'typeorm';
import { planDownloads } from '../download/plan-downloads.js';
import type { Provider } from '../provider.js';
import type { Settings } from '../settings.js';

export type RunState = 'downloading' | 'matching' | 'posting' | 'done';

/** Finds the run of a date, or creates it with the list of downloads to make. */
export async function beginRun(
  db: DataSource,
  businessDate: string,
  accounts: Provider['accounts'],
  settings: Settings,
  now: Date,
): Promise<RunState> {
  return transaction(db, async (tx) => {
    const begun = await tx.query<unknown[]>(
      `insert into reconciliation.run (business_date, state, started_at) values ($1, 'downloading', $2) on conflict do nothing
       returning business_date`,
      [businessDate, now],
    );
    if (begun.length > 0) await planDownloads(tx, businessDate, accounts, settings);
    return lockRun(tx, businessDate);
  });
}

/** Locks the run's row until the transaction ends and returns its state. */
export async function lockRun(tx: EntityManager, businessDate: string): Promise<RunState> {
  const [run] = await tx.query<{ state: RunState }[]>(
    `select state from reconciliation.run where business_date = $1 for update`,
    [businessDate],
  );
  if (!run) throw new Error(`No run of ${businessDate} has begun`);
  return run.state;
}

/** Dates before `businessDate` whose run has started and not finished, oldest first. */
export async function unfinishedBefore(db: DataSource, businessDate: string): Promise<string[]> {
  const runs = await db.query<{ business_date: string }[]>(
    `select business_date from reconciliation.run where state <> 'done' and business_date < $1 order by business_date`,
    [businessDate],
  );
  return runs.map((run) => run.business_date);
}
