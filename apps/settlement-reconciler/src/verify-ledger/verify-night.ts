import { keepVerification, lastFullDate, type LedgerReport, verifyLedger, verifyNew } from '@jeongsan/books';
import { daysBetween } from '@jeongsan/calendar';
import { holdingLock } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import type { Seen } from '../report-breaks/report-breaks.js';

/** Nights from one verification of the whole ledger to the next; the nights between verify what is new. */
export const FULL_EVERY_NIGHTS = 7;
/** A verification of everything takes minutes at tens of millions of postings. */
const WAIT_MS_MAX = 15 * 60_000;

/**
 * Verifies the ledger, and keeps what a sound verification saw for the next one. `isSuspect`: the whole ledger is read, because a flaw that
 * was found in old rows is not seen in new ones.
 */
export function verifyNight(db: DataSource, seen: Seen, isSuspect: boolean): Promise<LedgerReport> {
  // One verification at a time, from its snapshot on: a lock taken inside the snapshot would not show the row that was stored meanwhile.
  return holdingLock(db, 'verifying', WAIT_MS_MAX, () =>
    db.transaction('REPEATABLE READ', async (tx) => {
      const last = await lastFullDate(tx);
      const isFull = isSuspect || last === null || daysBetween(last, seen.businessDate) >= FULL_EVERY_NIGHTS;
      const report = await (isFull ? verifyLedger(tx) : verifyNew(tx));
      if (report.sound) await keepVerification(tx, isFull ? 'FULL' : 'NEW', seen);
      return report;
    }),
  );
}
