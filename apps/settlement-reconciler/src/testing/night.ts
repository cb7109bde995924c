import { createHash } from 'node:crypto';
import { signingKey } from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import { createProviderClient, MAIN_ACCOUNT, recordLists } from '@jeongsan/provider-client';
import { TEST_DATA_KEYS } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { Account, Provider, ProviderApi } from '../provider.js';
import { reconcile, type RunSettings } from '../reconcile/reconcile.js';

/** A key of tests. */
export const proofKey = signingKey(createHash('sha256').update('proofs of tests').digest('hex'));

export const settings: RunSettings = {
  settlementCycle: 'DAILY',
  pendingDays: 2,
  pageSize: 3,
  lookBackDays: 0,
  pagesPerMinute: 60_000,
  pageTries: 1,
  retryPauseMs: 1,
  looksWaitMs: 0,
  recheckPauseMs: 1,
  seal: new DataSeal(DataKeys.parse(TEST_DATA_KEYS)),
  proofKey,
};

export function clientOf(baseUrl: string): ProviderApi {
  const key = { secretKey: 'test_sk_wrong', securityKeys: ['00'.repeat(32)] };
  const options = { baseUrl, ...key, now: () => new Date(), retryBaseMs: 1 };
  return { ...createProviderClient(options), ...recordLists(options) };
}

export const mainOf = (api: ProviderApi): Account => ({ name: MAIN_ACCOUNT, api });

/** Runs the reconciliation of a business date at 03:00; a single client serves the main account. */
export const night = (
  db: DataSource,
  provider: ProviderApi | Provider['accounts'],
  businessDate: string,
  changed: Partial<RunSettings> = {},
): Promise<void> =>
  reconcile(
    db,
    'getBalance' in provider ? [mainOf(provider)] : provider,
    businessDate,
    { ...settings, ...changed },
    () => instantAt(businessDate, '03:00:00'),
  );

export type FoundBreak = { class: string; subject: string; expected: string | null; found: string | null };

export const breaksOf = (db: DataSource, which: 'open' | 'all' = 'open'): Promise<FoundBreak[]> =>
  db.query<FoundBreak[]>(
    `select class, subject, expected, found from reconciliation.break ${which === 'open' ? 'where resolved_at is null' : ''} order by class, subject`,
  );

/** The result of a count query. */
export async function count(db: DataSource, from: string): Promise<number> {
  const [row] = await db.query<{ n: bigint }[]>(`select count(*) as n from ${from}`);
  return Number(row?.n);
}
