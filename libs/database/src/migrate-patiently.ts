import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { migrate, missingMigrations, unknownMigrations } from './data-source.js';
import { applyGrants } from './roles/apply-grants.js';

/** The outcome of migrating: how many migrations were applied, or those of a newer release that the database has already. */
export type Migrated = Readonly<{ applied: number }> | Readonly<{ newer: readonly string[] }>;

/** Thrown when the database has migrations that this release does not know, and lacks some of this release: two builds went apart. */
export class SchemaDiverged extends Error {
  override name = 'SchemaDiverged';
  constructor(newer: readonly string[], missing: readonly string[]) {
    super(`The database has ${newer.join(', ')}, which this release does not know, and lacks ${missing.join(', ')}`);
  }
}

/** A lock was not free in time, or two transactions waited for each other: nothing was changed, and the next attempt may succeed. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS_MAX = 60;
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 10_000;

/**
 * Applies what is missing and grants the services their rights, while services of this release and of the one before are running. All
 * missing migrations are one transaction. It waits seconds for a lock, since every statement on the table waits behind it, and
 * then begins anew after a pause, ATTEMPTS_MAX times. A database of a newer release is left as it is, with its rights: an older release
 * would take away what the newer one needs. `say` is called before each pause. Throws the last failure, and SchemaDiverged.
 */
export async function migratePatiently(db: DataSource, prefix: string, say: (line: string) => void): Promise<Migrated> {
  const [newer, missing] = [await unknownMigrations(db), await missingMigrations(db)];
  if (newer.length > 0 && missing.length > 0) throw new SchemaDiverged(newer, missing);
  if (newer.length > 0) return { newer };
  await untilLocksAreFree(() => migrate(db), say);
  await untilLocksAreFree(() => applyGrants(db, prefix), say);
  return { applied: missing.length };
}

async function untilLocksAreFree(work: () => Promise<void>, say: (line: string) => void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      const isBusy = code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
      if (!isBusy || attempt === ATTEMPTS_MAX) throw error;
      say(`Attempt ${attempt}: a lock was not free in time, and nothing was changed; trying again`);
    }
    await sleep(Math.min(PAUSE_MS_MAX, PAUSE_MS * attempt));
  }
}
