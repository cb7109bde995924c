import { addDays } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { type BreakClass, classesThatHoldRows } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { soldThrough } from '../download/sold-through.js';
import { type Difference, type Seen, syncBreaks } from '../report-breaks/report-breaks.js';
import type { Settings } from '../settings.js';
import { compareAlone, compareTogether, prepareComparing } from './comparing-session.js';
import { type Family, families, type FamilyWindow } from './families.js';
import { rulesInForce, type RulesInForce } from './rules-in-force.js';
import { type MatchWindow, soldRanges, windowOfRun } from './windows.js';

type Compared = Pick<Settings, 'settlementCycle'>;

/** Compares the days that the run of `seen.businessDate` downloaded, and records the versions of the rules it used. */
export async function matchRecords(tx: EntityManager, seen: Seen, settings: Compared): Promise<void> {
  const { versions } = await commitMatch(tx, await windowOfRun(tx, seen.businessDate), seen, settings);
  await tx.query(`update reconciliation.run set matched_by = $2 where business_date = $1`, [
    seen.businessDate,
    JSON.stringify(versions),
  ]);
}

/**
 * Compares all records of a window, and checks every open difference again. New differences are opened, differences that are gone are
 * closed. Settlement rows in dispute are held back; all others may be posted. A repeat changes nothing.
 */
export async function commitMatch(
  tx: EntityManager,
  window: MatchWindow,
  seen: Seen,
  settings: Compared,
): Promise<RulesInForce> {
  await prepareComparing(tx);
  const rules = await rulesInForce(tx, window.businessDate, seen.now);
  for (const family of families) {
    const values = await valuesOf(tx, family, windowFor(window, seen, settings, rules));
    await syncBreaks(tx, family.sync, family.classes, seen, values);
  }
  // The table of breaks may have grown from zero to thousands of rows, and the plan of the next statement depends on
  // its size.
  await tx.query(`select reconciliation.analyze_breaks()`);
  await holdDisputed(tx);
  return rules;
}

/**
 * The number of breaks of each class that `commitMatch` would leave open, of the classes that it compares. Nothing is written or locked, so
 * a night that runs meanwhile does not wait. The transaction must be the caller's, in REPEATABLE READ: all families then read one state.
 */
export async function tryMatch(
  tx: EntityManager,
  window: MatchWindow,
  seen: Seen,
  settings: Compared,
): Promise<Map<BreakClass, number>> {
  await prepareComparing(tx);
  const rules = await rulesInForce(tx, window.businessDate, seen.now);
  const left = new Map<BreakClass, number>();
  for (const family of families) {
    const { classes, tried } = family;
    const values = await valuesOf(tx, family, windowFor(window, seen, settings, rules));
    const given = { classes, businessDate: seen.businessDate, ...values };
    const rows = await tried.rows<{ class: BreakClass; open: number }>(tx, given);
    for (const code of classes) left.set(code, rows.find((row) => row.class === code)?.open ?? 0);
  }
  return left;
}

const ROWS_PER_FETCH = 1_000;

/**
 * The differences that commitMatch would find, in pages, and nothing is written. The transaction must be the caller's: in REPEATABLE
 * READ, READ ONLY all pages come from one state of the books.
 */
export async function* dryMatch(
  tx: EntityManager,
  window: MatchWindow,
  now: Date,
  settings: Compared,
): AsyncGenerator<readonly Difference[]> {
  await prepareComparing(tx);
  const rules = await rulesInForce(tx, window.businessDate, now);
  for (const family of families) yield* pagesOf(tx, family, windowFor(window, { now }, settings, rules));
}

async function* pagesOf(tx: Executor, family: Family, window: FamilyWindow): AsyncGenerator<readonly Difference[]> {
  const { text, values } = family.list;
  await tx.query(
    `declare found no scroll cursor for ${text}`,
    values({ ...(await valuesOf(tx, family, window)), classes: family.classes }),
  );
  for (;;) {
    const page = await tx.query<Difference[]>(`fetch ${ROWS_PER_FETCH} from found`);
    if (page.length > 0) yield page;
    if (page.length < ROWS_PER_FETCH) break;
  }
  await tx.query(`close found`);
}

/** The parameters of a family's statements. Finding them takes several processes, what follows one. */
async function valuesOf(tx: Executor, family: Family, window: FamilyWindow) {
  await compareTogether(tx);
  const values = await family.values(tx, window);
  await compareAlone(tx);
  return values;
}

function windowFor(
  window: MatchWindow,
  { now }: Pick<Seen, 'now'>,
  settings: Compared,
  rules: RulesInForce,
): FamilyWindow {
  const yesterday = addDays(window.businessDate, -1);
  const dueAfter = (days: number) => soldThrough(settings.settlementCycle, addDays(yesterday, -days));
  return {
    ...window,
    now,
    rules,
    yesterday,
    ...soldRanges(window, settings),
    dueThrough: dueAfter(rules.daysOf('MISSING_SETTLEMENT')),
    overdueThrough: dueAfter(rules.daysOf('OVERDUE_SETTLEMENT')),
  };
}

/**
 * Holds back the settlement rows that an open break is about, and releases those that none is about any more. A posted row cannot be
 * held back: for such a row the break and the nightly proof of the balance remain.
 */
async function holdDisputed(tx: EntityManager): Promise<void> {
  await tx.query(
    `update reconciliation.settlement s set state = 'disputed'
       from (select distinct unnest(string_to_array(subject, ' ')) as key from reconciliation.break
              where resolved_at is null and class = any($1)) b
      where s.transaction_key = b.key and s.state = 'imported'`,
    [classesThatHoldRows],
  );
  await tx.query(
    `update reconciliation.settlement s set state = 'imported'
      where s.state = 'disputed'
        and not exists (select from reconciliation.break b cross join unnest(string_to_array(b.subject, ' ')) as key
                         where b.class = any($1) and b.resolved_at is null and key = s.transaction_key)`,
    [classesThatHoldRows],
  );
}
