import type { Executor } from '@jeongsan/sql';

// prettier-ignore
/**
 * Every advisory lock by number, each with a purpose of its own: whoever shares a number waits for the other. 7_370_002 is that of
 * the tests' template database (libs/testing).
 */
export const advisoryLocks = {
  /** One process migrates, the others wait. */
  migrating:  7_370_001,
  /** Ranges of the ledger are sealed one after the other, each on top of the last. */
  sealing:    7_370_003,
  /** Sums over runs are only limits while nobody adds to them. */
  sending:    7_370_004,
  /** Two runs are not opened at once: their dates could come in the wrong order. */
  openingRun: 7_370_005,
  /** Rights are taken and given by one process at a time. */
  granting:   7_370_006,
} as const;
export type AdvisoryLock = keyof typeof advisoryLocks;

/** Waits for the lock, and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Executor, lock: AdvisoryLock): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [advisoryLocks[lock]]);
}
