import { brokenSeals, driftedAccounts, sealLedger, type UnbalancedPosting, unbalancedPostings } from '@jeongsan/books';
import { daysBetween } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { bareDifference, type Difference, type Seen, syncBreakList } from '../report-breaks/report-breaks.js';
import { verifyNight } from './verify-night.js';

/**
 * Up to this number of postings the whole ledger is recomputed every night; a larger ledger is recomputed in shares.
 */
const SEALS_PER_NIGHT = 100;

/**
 * The nightly check of the ledger: seals and checks new postings, compares every running balance with its entries,
 * recomputes a share of the old seals, and verifies what came since the last verification, or everything. Each error becomes a LEDGER
 * break that names the row.
 */
export async function checkLedger(db: DataSource, seen: Seen): Promise<void> {
  const unbalanced = await sealLedger(db);
  const again = await openSubjects(db);
  const broken = await brokenSeals(
    db,
    `(s.number + $1) % ceil(s.seals::numeric / $2) = 0 or s.id = any($3::bigint[])`,
    [daysBetween('2020-01-01', seen.businessDate), SEALS_PER_NIGHT, again.seals],
  );
  const drifted = await db.transaction('REPEATABLE READ', driftedAccounts);
  const isSuspect = again.all > 0 || unbalanced.length + drifted.length + broken.length > 0;
  const { flaws } = await verifyNight(db, seen, isSuspect);
  const found = [
    ...flaws.map(({ subject, expected, found: other }) => ledgerBreak(subject, expected, other)),
    ...unbalanced.map(postingBreak),
    ...(await stillUnbalanced(db, again.postings)).map(postingBreak),
    ...drifted.map((a) => ledgerBreak(`account/${a.code}`, `${a.summed}`, `${a.cached}`)),
    ...broken.map(({ id }) => ledgerBreak(`seal/${id}`, 'the sealed content', 'other content')),
  ];
  const bySubject = new Map(found.map((difference) => [difference.subject, difference]));
  await transaction(db, (tx) => syncBreakList(tx, ['LEDGER'], seen, [...bySubject.values()]));
}

const ledgerBreak = (subject: string, expected: string, found: string): Difference =>
  bareDifference({ class: 'LEDGER', subject, expected, found });
const postingBreak = ({ id, sum }: UnbalancedPosting): Difference =>
  ledgerBreak(`posting/${id}`, 'entries that sum to 0', `${sum}`);

/** Rows named by open breaks are checked again, wherever in the ledger they are. */
async function openSubjects(db: DataSource): Promise<{ all: number; postings: string[]; seals: string[] }> {
  const rows = await db.query<{ subject: string }[]>(
    `select subject from reconciliation.break where class = 'LEDGER' and resolved_at is null`,
  );
  const idsOf = (kind: string) =>
    rows.flatMap(({ subject }) => (subject.startsWith(kind) ? [subject.slice(kind.length)] : []));
  return { all: rows.length, postings: idsOf('posting/'), seals: idsOf('seal/') };
}

const stillUnbalanced = (db: DataSource, postings: readonly string[]): Promise<UnbalancedPosting[]> =>
  db.query<UnbalancedPosting[]>(unbalancedPostings('p.id = any($1::bigint[])'), [postings]);
