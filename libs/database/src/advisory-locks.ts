import type { Executor } from '@jeongsan/sql';
import type { DataSource } from 'typeorm';

// prettier-ignore
/**
 * The numbers of all advisory locks, one per purpose: two purposes with the same number would wait for each other. 7_370_002 is
 * used for the template database of the tests (libs/testing).
 */
export const advisoryLocks = {
  /** Held while migrations run: one process migrates, the others wait. */
  migrating:  7_370_001,
  /** Held while a range of the ledger is sealed: each seal builds on the previous one. */
  sealing:    7_370_003,
  /** Held while sent amounts are summed and batches are frozen: a cap holds only while no other transaction adds to the sum. */
  sending:    7_370_004,
  /** Held while a run is opened: two runs opened at once could get their dates in the wrong order. */
  openingRun: 7_370_005,
  /** Held while rights are revoked and granted, by one process at a time. */
  granting:   7_370_006,
  /** Held at the commit of a decision, while it gets its place in the audit trail. */
  deciding:   7_370_007,
  /** Held while a night is proven: each proof holds the hash of the one before. */
  proving:    7_370_008,
  /** Held while a month is closed or reopened: what is decided about one month depends on where the books of all begin. */
  closing:    7_370_009,
  /** Held while the ledger is verified and the result is kept: each stored verification holds the hash of the one before. */
  verifying:  7_370_010,
  /** Held while near and breached deadlines of a date are announced: each is announced once. */
  alertingDeadlines: 7_370_011,
} as const;
export type AdvisoryLock = keyof typeof advisoryLocks;

/** Waits for the lock and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Executor, lock: AdvisoryLock): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryLocks[lock]]);
}

/**
 * Does `work` while no other process does work under the same lock. The lock belongs to a transaction that stays idle meanwhile: `work` may
 * take other transactions, whose snapshots then show what the holder before committed, and a session lock would outlive the process in a
 * pooler's connection. Throws Postgres's 55P03 when the lock is not free within `waitMsMax`.
 */
export const holdingLock = <T>(
  db: DataSource,
  lock: AdvisoryLock,
  waitMsMax: number,
  work: () => Promise<T>,
): Promise<T> =>
  db.transaction(async (guard) => {
    await guard.query(
      `select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true),
              set_config('lock_timeout', $1, true)`,
      [String(waitMsMax)],
    );
    await lockUntilCommit(guard, lock);
    return work();
  });
