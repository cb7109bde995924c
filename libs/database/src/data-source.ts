import pg from 'pg';
import { DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import { Ledger0001 } from './migrations/0001-ledger.js';
import { LedgerPost0002 } from './migrations/0002-ledger-post.js';
import { Messaging0003 } from './migrations/0003-messaging.js';
import { Gateway0004 } from './migrations/0004-gateway.js';
import { Onboarding0005 } from './migrations/0005-onboarding.js';
import { Webhooks0006 } from './migrations/0006-webhooks.js';
import { Reconciliation0007 } from './migrations/0007-reconciliation.js';
import { Payouts0008 } from './migrations/0008-payouts.js';
import { Terms0009 } from './migrations/0009-terms.js';
import { Balances0010 } from './migrations/0010-balances.js';
import { Pricing0011 } from './migrations/0011-pricing.js';
import { Maturity0012 } from './migrations/0012-maturity.js';
import { Closing0013 } from './migrations/0013-closing.js';
import { Decisions0014 } from './migrations/0014-decisions.js';
import { Runs0015 } from './migrations/0015-runs.js';
import { StatementSums0016 } from './migrations/0016-statement-sums.js';
import { TermsChanges0018 } from './migrations/0018-terms-changes.js';
import { DispatchControls0019 } from './migrations/0019-dispatch-controls.js';
import { Outcomes0020 } from './migrations/0020-outcomes.js';
import { DeadJobs0021 } from './migrations/0021-dead-jobs.js';
import { CulpritSearch0022 } from './migrations/0022-culprit-search.js';
import { OpenPayouts0023 } from './migrations/0023-open-payouts.js';
import { EventsInOrder0024 } from './migrations/0024-events-in-order.js';
import { PreparingClient } from './prepared.js';

export type DatabaseOptions = { url: string; poolSize: number; applicationName: string };

const migrations = [
  Ledger0001,
  LedgerPost0002,
  Messaging0003,
  Gateway0004,
  Onboarding0005,
  Webhooks0006,
  Reconciliation0007,
  Payouts0008,
  Terms0009,
  Balances0010,
  Pricing0011,
  Maturity0012,
  Closing0013,
  Decisions0014,
  Runs0015,
  StatementSums0016,
  TermsChanges0018,
  DispatchControls0019,
  Outcomes0020,
  DeadJobs0021,
  CulpritSearch0022,
  OpenPayouts0023,
  EventsInOrder0024,
];

const INT8: number = pg.types.builtins.INT8;
const DATE: number = pg.types.builtins.DATE;
type Parse = (value: string) => unknown;
const usualParser = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary' | undefined) => Parse;

/** Exact integers arrive as bigint, dates as the text they are: neither survives a trip through number or Date. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse => {
    if (oid === INT8 && format !== 'binary') return BigInt;
    if (oid === DATE && format !== 'binary') return (text: string) => text;
    return usualParser(oid, format);
  },
} as unknown as typeof pg.types;

/** A connected DataSource. Every statement and lock wait is bounded, so that a stuck one cannot hold money still. */
export async function connectDatabase(options: DatabaseOptions): Promise<DataSource> {
  return new DataSource({
    type: 'postgres',
    url: options.url,
    poolSize: options.poolSize,
    applicationName: options.applicationName,
    migrations,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    extra: {
      Client: PreparingClient,
      types,
      statement_timeout: 60_000,
      lock_timeout: 20_000,
      idle_in_transaction_session_timeout: 60_000,
      connectionTimeoutMillis: 10_000,
      // Steps of a few thousand index lookups look expensive enough to be compiled, which takes longer than they do.
      options: '-c jit=off',
    },
  }).initialize();
}

/** Brings the schema up to date. Any number of processes may ask at once: one migrates, the others wait. */
export async function migrate(db: DataSource): Promise<void> {
  const guard = db.createQueryRunner();
  await guard.query('select pg_advisory_lock($1)', [advisoryLocks.migrating]);
  try {
    await db.runMigrations();
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [advisoryLocks.migrating]);
    await guard.release();
  }
}

/** Names of migrations this code brings that the database lacks. Readiness depends on it being empty. */
export async function missingMigrations(db: DataSource): Promise<string[]> {
  const applied = await db.query<{ name: string }[]>('select name from schema_migration').catch(() => []);
  const names = new Set(applied.map((row) => row.name));
  return db.migrations.map((m) => m.name ?? '').filter((name) => !names.has(name));
}
