import { addDays } from '@jeongsan/calendar';
import type { EntityManager } from 'typeorm';
import { soldThrough } from '../download/sold-through.js';
import { type BreakClass, type Seen, syncBreaks, syncing } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { differences } from './differences.js';

/** The classes of differences between our records, the provider's transactions and its settlement rows. */
const recordClasses = [
  'MISSING_TRANSACTION',
  'UNKNOWN_TRANSACTION',
  'TRANSACTION_AMOUNT',
  'MISSING_SETTLEMENT',
  'UNKNOWN_SETTLEMENT',
  'SETTLEMENT_AMOUNT',
  'SETTLEMENT_ARITHMETIC',
  'FOREIGN_CURRENCY',
] as const satisfies readonly BreakClass[];

const MATCH_TIMEOUT = `set local statement_timeout = '15min'`;

const SYNC = syncing(differences);

type Window = { days: string[]; sold_days: string[]; downloads: string[] };

/**
 * Compares our books, the provider's transactions and its settlement rows for the days this run downloaded, and checks
 * every open difference again. New differences are opened, differences that are gone are closed. Settlement rows in
 * dispute are held back; all others may be posted.
 */
export async function matchRecords(tx: EntityManager, seen: Seen, { settlementCycle }: Settings): Promise<void> {
  await tx.query(MATCH_TIMEOUT);
  const [window] = await tx.query<Window[]>(
    `select coalesce(array_agg(distinct day::text) filter (where source = 'transactions'), '{}') as days,
            coalesce(array_agg(distinct day::text) filter (where source = 'settlements-sold'), '{}') as sold_days,
            array_agg(id::text) as downloads
       from reconciliation.download where business_date = $1`,
    [seen.businessDate],
  );
  if (!window) return;
  const { days, sold_days: soldDays, downloads } = window;
  await syncBreaks(tx, SYNC, recordClasses, seen, {
    days,
    soldDays,
    soldAfter: soldDays.map((day) => soldThrough(settlementCycle, addDays(day, -1))),
    soldUntil: soldDays.map((day) => soldThrough(settlementCycle, day)),
    downloads,
    dueThrough: soldThrough(settlementCycle, addDays(seen.businessDate, -1)),
  });
  // The table of breaks may have grown from zero to thousands of rows, and the plan of the next statement depends on
  // its size.
  await tx.query(`select reconciliation.analyze_breaks()`);
  await holdDisputed(tx);
}

/** The classes of open breaks that put a settlement row in dispute. */
const disputing = [
  'UNKNOWN_TRANSACTION',
  'TRANSACTION_AMOUNT',
  'UNKNOWN_SETTLEMENT',
  'SETTLEMENT_AMOUNT',
  'SETTLEMENT_ARITHMETIC',
] as const satisfies readonly BreakClass[];

/**
 * A posted row cannot be put in dispute later: for such a row the break and the nightly proof of the balance remain.
 */
async function holdDisputed(tx: EntityManager): Promise<void> {
  await tx.query(
    `update reconciliation.settlement s set state = 'disputed'
       from (select distinct subject from reconciliation.break where resolved_at is null and class = any($1)) b
      where s.transaction_key = b.subject and s.state = 'imported'`,
    [disputing],
  );
  await tx.query(
    `update reconciliation.settlement s set state = 'imported'
      where s.state = 'disputed'
        and not exists (select from reconciliation.break b
                         where b.subject = s.transaction_key and b.class = any($1) and b.resolved_at is null)`,
    [disputing],
  );
}
