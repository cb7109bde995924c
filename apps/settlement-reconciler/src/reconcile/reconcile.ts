import { businessDateOf } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { download, Overtaken } from '../download/download.js';
import type { Download } from '../download/one-download.js';
import { nextDownload } from '../download/plan-downloads.js';
import { findPayments } from '../find-payments/find-payments.js';
import { listPayouts } from '../match-payouts/list-payouts.js';
import { matchRecords } from '../match-records/match-records.js';
import { postSettlements } from '../post-settlements/post-settlements.js';
import { proveBalances } from '../prove-balance/prove-balance.js';
import { proveNight } from '../prove-night/prove-night.js';
import { accountNamed, type Provider } from '../provider.js';
import { announceBreaks } from '../report-breaks/announce-breaks.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import type { SigningKey } from '@jeongsan/books';
import type { Settings } from '../settings.js';
import { checkLedger } from '../verify-ledger/check-ledger.js';
import { checkTrail } from '../verify-ledger/check-trail.js';
import { beginRun, lockRun, unfinishedBefore } from './begin-run.js';

type Accounts = Provider['accounts'];
export type RunSettings = Settings & Readonly<{ proofKey: SigningKey }>;

const DOWNLOADS_MAX = 1_000;

/**
 * Reconciles a business date. Earlier dates whose run was started and not finished (because the provider was down, for
 * example) are finished first. One that cannot be finished does not keep this night from its proof: its error is thrown afterwards, so
 * that the job is tried again.
 */
export async function reconcile(
  db: DataSource,
  accounts: Accounts,
  businessDate: string,
  settings: RunSettings,
  now: () => Date,
): Promise<void> {
  if (businessDate > businessDateOf(now())) throw new Error(`${businessDate} has not begun: its run must wait`);
  const failures: unknown[] = [];
  const unfinished = await unfinishedBefore(db, businessDate);
  for (const earlier of unfinished)
    await reconcileNight(db, accounts, earlier, settings, now).catch((error: unknown) => failures.push(error));
  await reconcileNight(db, accounts, businessDate, settings, now);
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of the nights ${unfinished.join(', ')} cannot be finished`);
}

/**
 * The run of one business date: downloads yesterday's records of every account from the provider, has the payments looked at
 * that our books lack, compares, posts due settlements, seals the ledger, proves each account's balance. Each step records that it
 * is done, so the run may stop anywhere and be repeated.
 */
export async function reconcileNight(
  db: DataSource,
  accounts: Accounts,
  businessDate: string,
  settings: RunSettings,
  now: () => Date,
): Promise<void> {
  if ((await beginRun(db, businessDate, accounts, settings, now())) === 'done') return;
  const seen: Seen = { businessDate, now: now() };

  await downloadAll(db, accounts, seen, settings);
  await findPayments(db, seen, settings);
  await listPayouts(db, accounts[0].api, seen);
  await transaction(db, async (tx) => {
    if ((await lockRun(tx, businessDate)) !== 'matching') return;
    await matchRecords(tx, seen, settings);
    await tx.query(`update reconciliation.run set state = 'posting' where business_date = $1`, [businessDate]);
  });
  await announceBreaks(db, now());
  await postSettlements(db, businessDate);
  await checkLedger(db, { businessDate, now: now() });
  await checkTrail(db, { businessDate, now: now() });
  // The provider shows its balance of now only, so only the run of today can prove it.
  if (businessDate === businessDateOf(now())) await proveBalances(db, accounts, businessDate, settings, now);
  await proveNight(db, { businessDate, now: now() }, settings);
  await announceBreaks(db, now());
  await db.query(
    `update reconciliation.run set state = 'done', finished_at = $2 where business_date = $1 and state = 'posting'`,
    [businessDate, now()],
  );
}

/** The listings of each lane are read one after another: a row that two of them list is compared in this order. */
const LANES: readonly (readonly Download['source'][])[] = [['transactions'], ['settlements-sold', 'settlements-paid']];

/**
 * Reads two listings at a time: while this process works on a page of one, the provider answers with a page of the other. A lane that
 * fails does not end the other, whose pages are stored and need not be read again. Two workers may each be overtaken by the other, in
 * different lanes: whoever finds every listing read to its end goes on. Throws Overtaken while another worker still reads.
 */
async function downloadAll(db: DataSource, accounts: Accounts, seen: Seen, settings: Settings): Promise<void> {
  const lanes = LANES.map((sources) => downloadLane(db, accounts, seen, settings, sources));
  const failures = new Map<string, unknown>();
  let overtaken: Overtaken | undefined;
  for (const lane of await Promise.allSettled(lanes)) {
    if (lane.status === 'fulfilled') continue;
    if (lane.reason instanceof Overtaken) overtaken = lane.reason;
    else failures.set(messageOf(lane.reason), lane.reason);
  }
  if (failures.size > 1) throw new AggregateError(failures.values(), [...failures.keys()].join('; '));
  for (const reason of failures.values()) throw reason;
  if (overtaken && (await nextDownload(db, seen.businessDate, LANES.flat()))) throw overtaken;
  await db.query(
    `update reconciliation.run set state = 'matching' where business_date = $1 and state = 'downloading'
        and not exists (select from reconciliation.download where business_date = $1 and not done)`,
    [seen.businessDate],
  );
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

async function downloadLane(
  db: DataSource,
  accounts: Accounts,
  seen: Seen,
  settings: Settings,
  sources: readonly Download['source'][],
): Promise<void> {
  for (let count = 0; count < DOWNLOADS_MAX; count += 1) {
    const next = await nextDownload(db, seen.businessDate, sources);
    if (!next) return;
    await download(db, accountNamed(accounts, next.account).api, next, seen, settings);
  }
  throw new Error(`The run of ${seen.businessDate} has more than ${DOWNLOADS_MAX} listings to read`);
}
