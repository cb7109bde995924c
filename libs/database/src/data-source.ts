import pg from 'pg';
import { DataSource } from 'typeorm';
import { holdingLock } from './advisory-locks.js';
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
import { Actors0025 } from './migrations/0025-actors.js';
import { AccountChanges0026 } from './migrations/0026-account-changes.js';
import { PublicDoor0027 } from './migrations/0027-public-door.js';
import { PersonalData0028 } from './migrations/0028-personal-data.js';
import { Roles0029 } from './migrations/0029-roles.js';
import { Authors0030 } from './migrations/0030-authors.js';
import { InboxSubject0031 } from './migrations/0031-inbox-subject.js';
import { Batches0034 } from './migrations/0034-batches.js';
import { PaymentLifecycles0035 } from './migrations/0035-payment-lifecycles.js';
import { BreakResolutions0036 } from './migrations/0036-break-resolutions.js';
import { OrderLists0037 } from './migrations/0037-order-lists.js';
import { Adjustments0038 } from './migrations/0038-adjustments.js';
import { ProviderAccounts0039 } from './migrations/0039-provider-accounts.js';
import { Allocations0040 } from './migrations/0040-allocations.js';
import { AllocationTimes0043 } from './migrations/0043-allocation-times.js';
import { Splits0044 } from './migrations/0044-splits.js';
import { CancelsAbroad0045 } from './migrations/0045-cancels-abroad.js';
import { MinorUnits0045 } from './migrations/0045-minor-units.js';
import { UnallocatedList0047 } from './migrations/0047-unallocated-list.js';
import { CancelRequestIds0049 } from './migrations/0049-cancel-request-ids.js';
import { MatchingRules0053 } from './migrations/0053-matching-rules.js';
import { BankStatements0054 } from './migrations/0054-bank-statements.js';
import { WalletOrderIds0050 } from './migrations/0050-wallet-order-ids.js';
import { KeptEntries0077 } from './migrations/0077-kept-entries.js';
import { LedgerMonths0059 } from './migrations/0059-ledger-months.js';
import { Downloads0055 } from './migrations/0055-downloads.js';
import { DownloadsInOrder0056 } from './migrations/0056-downloads-in-order.js';
import { SealedMonths0060 } from './migrations/0060-sealed-months.js';
import { Proofs0057 } from './migrations/0057-proofs.js';
import { LedgerPages0061 } from './migrations/0061-ledger-pages.js';
import { RunsByHand0058 } from './migrations/0058-runs-by-hand.js';
import { AuditTrail0066 } from './migrations/0066-audit-trail.js';
import { EarlierDecisions0067 } from './migrations/0067-earlier-decisions.js';
import { Breaks0051 } from './migrations/0051-breaks.js';
import { BreakDecisions0052 } from './migrations/0052-break-decisions.js';
import { Reissues0068 } from './migrations/0068-reissues.js';
import { ReverseInvoices0063 } from './migrations/0063-reverse-invoices.js';
import { StatementMails0062 } from './migrations/0062-statement-mails.js';
import { ClosedBeforeSealed0078 } from './migrations/0078-closed-before-sealed.js';
import { CanceledHandRuns0081 } from './migrations/0081-canceled-hand-runs.js';
import { PausedEndpoints0082 } from './migrations/0082-paused-endpoints.js';
import { FoundReferences0085 } from './migrations/0085-found-references.js';
import { FilteredLists0086 } from './migrations/0086-filtered-lists.js';
import { SumsFromTheIndex0087 } from './migrations/0087-sums-from-the-index.js';
import { MonthsOfOneTable0088 } from './migrations/0088-months-of-one-table.js';
import { MailsTriedLater0089 } from './migrations/0089-mails-tried-later.js';
import { BooksOpenInOrder0090 } from './migrations/0090-books-open-in-order.js';
import { ReopeningDecisions0091 } from './migrations/0091-reopening-decisions.js';
import { ClosedAsAsked0092 } from './migrations/0092-closed-as-asked.js';
import { CheaperNights0093 } from './migrations/0093-cheaper-nights.js';
import { ClosedMonths0064 } from './migrations/0064-closed-months.js';
import { MonthsOfMessages0080 } from './migrations/0080-months-of-messages.js';
import { Statutory0069 } from './migrations/0069-statutory.js';
import { BreakSheets0070 } from './migrations/0070-break-sheets.js';
import { SeverityRules0071 } from './migrations/0071-severity-rules.js';
import { LedgerVerifications0072 } from './migrations/0072-ledger-verifications.js';
import { ContractedFee0074 } from './migrations/0074-contracted-fee.js';
import { connectionTo } from './pooler.js';

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
  Actors0025,
  AccountChanges0026,
  PublicDoor0027,
  PersonalData0028,
  Roles0029,
  Authors0030,
  InboxSubject0031,
  Batches0034,
  PaymentLifecycles0035,
  BreakResolutions0036,
  OrderLists0037,
  Adjustments0038,
  ProviderAccounts0039,
  Allocations0040,
  AllocationTimes0043,
  Splits0044,
  MinorUnits0045,
  UnallocatedList0047,
  CancelRequestIds0049,
  WalletOrderIds0050,
  StatementMails0062,
  ReverseInvoices0063,
  MatchingRules0053,
  BankStatements0054,
  CancelsAbroad0045,
  LedgerMonths0059,
  Downloads0055,
  DownloadsInOrder0056,
  SealedMonths0060,
  Proofs0057,
  LedgerPages0061,
  RunsByHand0058,
  AuditTrail0066,
  EarlierDecisions0067,
  Breaks0051,
  BreakDecisions0052,
  Reissues0068,
  ClosedMonths0064,
  Statutory0069,
  BreakSheets0070,
  SeverityRules0071,
  LedgerVerifications0072,
  MonthsOfMessages0080,
  KeptEntries0077,
  ClosedBeforeSealed0078,
  ContractedFee0074,
  CanceledHandRuns0081,
  PausedEndpoints0082,
  FoundReferences0085,
  FilteredLists0086,
  SumsFromTheIndex0087,
  MonthsOfOneTable0088,
  MailsTriedLater0089,
  BooksOpenInOrder0090,
  ReopeningDecisions0091,
  ClosedAsAsked0092,
  CheaperNights0093,
];

const INT8: number = pg.types.builtins.INT8;
const DATE: number = pg.types.builtins.DATE;
type Parse = (value: string) => unknown;
const usualParser = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary' | undefined) => Parse;

/** Postgres bigint is read as BigInt and date as text: Number and Date would change the value. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse => {
    if (oid === INT8 && format !== 'binary') return BigInt;
    if (oid === DATE && format !== 'binary') return (text: string) => text;
    return usualParser(oid, format);
  },
} as unknown as typeof pg.types;

/** Time limits of statements, lock waits and idle transactions, so that one stuck session cannot block payments. */
const limits = {
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
  // JIT off: Postgres would compile queries of a few thousand index lookups, which takes longer than running them.
  options: '-c jit=off',
} as const;

/** Opens a DataSource with this platform's types and limits. */
export async function connectDatabase(options: DatabaseOptions): Promise<DataSource> {
  const { connectionString: url, ...connection } = connectionTo(options.url, limits);
  const db = await new DataSource({
    type: 'postgres',
    url,
    poolSize: options.poolSize,
    applicationName: options.applicationName,
    migrations,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    extra: {
      types,
      ...connection,
      connectionTimeoutMillis: 10_000,
    },
  }).initialize();
  const { master } = db.driver as unknown as { master: pg.Pool };
  master.on('connect', outliveBreak);
  return db;
}

/**
 * Listens from the first moment of a connection: the pool listens while a connection is idle and TypeORM once it has one,
 * which is too late when a connection's first bytes bring the end of its session too. An error event without a listener
 * ends the process.
 */
function outliveBreak(connection: pg.ClientBase): void {
  connection.on('error', () => undefined);
}

/** Runs all pending migrations. Safe in several processes at once: one migrates, the others wait. */
export const migrate = (db: DataSource): Promise<void> =>
  holdingLock(db, 'migrating', limits.lock_timeout, async () => {
    await db.runMigrations();
    await makeMonths(db, new Date());
  });

/** Months whose tables are made before they begin. The nightly run makes the next one. */
const MONTHS_AHEAD = 3;

/**
 * Makes the tables of this month and of MONTHS_AHEAD after it, of the ledger and of all other tables in months. Call it outside of a
 * transaction: each table is made by itself, since a statement that uses two of them must not wait in a circle with this.
 */
export async function makeMonths(db: DataSource, now: Date): Promise<void> {
  await db.query('select ledger.make_months($1, $2)', [now, MONTHS_AHEAD]);
  const tables = await db.query<{ parent: string }[]>('select parent from messaging.monthly order by parent');
  for (const { parent } of tables)
    await db.query('select messaging.make_months_of($1, $2, $3)', [parent, now, MONTHS_AHEAD]);
}

/** Names of this release's migrations that the database lacks. A service is ready only when the list is empty. */
export async function missingMigrations(db: DataSource): Promise<string[]> {
  const names = new Set((await appliedMigrations(db)).map((row) => row.name));
  return db.migrations.map((m) => m.name ?? '').filter((name) => !names.has(name));
}

/** Names of migrations that the database has and this release does not know: those of a newer release. */
export async function unknownMigrations(db: DataSource): Promise<string[]> {
  const names = new Set(db.migrations.map((m) => m.name ?? ''));
  return (await appliedMigrations(db)).map((row) => row.name).filter((name) => !names.has(name));
}

const UNDEFINED_TABLE = '42P01';

/** Empty when no migration has ever run. */
async function appliedMigrations(db: DataSource): Promise<{ name: string }[]> {
  return db.query<{ name: string }[]>('select name from schema_migration').catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
}
