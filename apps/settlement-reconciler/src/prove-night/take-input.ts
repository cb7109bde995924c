import { addDays } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import { afterOf, type Input, lastSeal, type ProofInput } from '@jeongsan/books';
import { statement } from '@jeongsan/sql';
import { type SettlementCycle, soldThrough } from '../download/sold-through.js';
import type { Seen } from '../report-breaks/report-breaks.js';
import { BALANCE_INPUTS, BALANCE_LINES } from './balance-statements.js';
import { type FoundLine, withCauses } from './causes.js';
import { BOOKED_INPUTS, BOOKED_LINES, DAY_INPUTS, DAY_LINES } from './day-statements.js';
import { endedWithoutMoney } from '../match-payouts/payout-differences.js';
import { payoutDaysOf } from '../match-payouts/list-payouts.js';
import { type RulesInForce, rulesInForce } from '../match-records/rules-in-force.js';
import { PAYOUT_INPUTS, PAYOUT_LINES } from './payout-statements.js';
import { versionsMatchedBy } from './rule-versions.js';

/** Lines of a proof. A night with more has a fault that no list explains. */
const LINES_MAX = 300;
/** The snapshot of a database without transactions: everything is new to the first proof. */
const BEGINNING = '1:1:';

/** The days of a proof: transactions by day, and for each soldDate the days of its transactions. */
export type ProofDays = Readonly<{ days: string[]; soldDays: string[]; soldAfter: string[]; soldUntil: string[] }>;

/**
 * Reads all inputs of a proof. The transaction must be REPEATABLE READ: all sources are seen at one moment, and its snapshot names that
 * moment for ever.
 */
export async function takeInput(
  tx: Executor,
  { businessDate, now }: Seen,
  cycle: SettlementCycle,
): Promise<ProofInput> {
  await tx.query(`set local statement_timeout = '15min'`);
  await tx.query(`set local work_mem = '64MB'`);
  const { snapshot, snapshotBefore, number } = await place(tx, businessDate);
  const ofDays = await daysOf(tx, businessDate, cycle);
  const anchors = await anchorsNow(tx);
  const windows = { ...ofDays, snapshot };
  const range = { snapshot, before: snapshotBefore };
  const stock = { businessDate, ...afterOf((await lastSeal(tx)).place) };
  const rulesNow = await rulesInForce(tx, businessDate, now);
  const payouts = { ...(await payoutWindow(tx, businessDate, rulesNow)), endedWithoutMoney, snapshot };
  const { payoutDays, missingPayoutThrough, ...sides } = payouts;
  const inputs = [
    ...(await DAY_INPUTS.rows<Input>(tx, windows)),
    ...(await PAYOUT_INPUTS.rows<Input>(tx, { ...sides, payoutDays })),
    ...(await BOOKED_INPUTS.rows<Input>(tx, range)),
    ...(await BALANCE_INPUTS.rows<Input>(tx, stock)),
  ];
  const most = LINES_MAX + 1;
  const found = [
    ...(await DAY_LINES.rows<FoundLine>(tx, { ...windows, most })),
    ...(await PAYOUT_LINES.rows<FoundLine>(tx, { ...sides, payoutDays, missingPayoutThrough, most })),
    ...(await BOOKED_LINES.rows<FoundLine>(tx, { ...range, most })),
    ...(await BALANCE_LINES.rows<FoundLine>(tx, { ...stock, most })),
  ];
  return {
    ...{ businessDate, number, takenAt: now.toISOString(), snapshot, snapshotBefore, ...anchors },
    days: ofDays.days,
    rules: { settlementCycle: cycle, soldDays: ofDays.soldDays, payoutDays },
    ruleVersions: await versionsMatchedBy(tx, { businessDate, now }),
    inputs,
    lines: await withCauses(tx, found.slice(0, LINES_MAX), rulesNow),
    linesLeftOut: Math.max(0, found.length - LINES_MAX),
  };
}

type Place = { snapshot: string; snapshotBefore: string; number: number };

async function place(tx: Executor, businessDate: string): Promise<Place> {
  const [found] = await tx.query<Place[]>(
    `select pg_current_snapshot()::text as snapshot,
            coalesce((select content::jsonb ->> 'snapshot' from reconciliation.proof_input order by id desc limit 1), '${BEGINNING}') as "snapshotBefore",
            (select coalesce(max(number), 0) + 1 from reconciliation.proof_input where business_date = $1)::int as number`,
    [businessDate],
  );
  if (!found) throw new Error('Postgres has no snapshot');
  return found;
}

const DAYS = statement(`
  select coalesce(array_agg(distinct day::text order by day::text) filter (where source = 'transactions'), '{}') as days,
         coalesce(array_agg(distinct day::text order by day::text) filter (where source = 'settlements-sold'), '{}') as "soldDays"
    from reconciliation.download where business_date = :businessDate and done`);

/** The days whose listings the run has read to their end. */
async function daysOf(tx: Executor, businessDate: string, cycle: SettlementCycle): Promise<ProofDays> {
  const [found] = await DAYS.rows<{ days: string[]; soldDays: string[] }>(tx, { businessDate });
  const { days, soldDays } = found ?? { days: [], soldDays: [] };
  return windowsOf(days, soldDays, cycle);
}

export const windowsOf = (days: string[], soldDays: string[], cycle: SettlementCycle): ProofDays => ({
  days,
  soldDays,
  soldAfter: soldDays.map((day) => soldThrough(cycle, addDays(day, -1))),
  soldUntil: soldDays.map((day) => soldThrough(cycle, day)),
});

/** The payout dates of the run that were listed to their end, and the last one whose payouts must all be listed. */
async function payoutWindow(tx: Executor, businessDate: string, { daysOf: daysWaited }: RulesInForce) {
  const days = await tx.query<{ day: string }[]>(
    `select day::text from reconciliation.payout_listing where day = any($1::date[]) order by day`,
    [payoutDaysOf(businessDate)],
  );
  const missingPayoutThrough = addDays(businessDate, -1 - daysWaited('MISSING_PAYOUT'));
  return { payoutDays: days.map(({ day }) => day), missingPayoutThrough };
}

async function anchorsNow(tx: Executor): Promise<Required<Pick<ProofInput, 'seal' | 'verification' | 'trail'>>> {
  const newest = async (table: string, id = 'id') => {
    const [last] = await tx.query<{ id: string; hash: string }[]>(
      `select t.${id}::text as id, t.hash from ${table} t order by t.${id} desc limit 1`,
    );
    return last ?? null;
  };
  const [seal, verification] = [await newest('ledger.seal'), await newest('ledger.verification')];
  return { seal, verification, trail: await newest('audit.decision', 'number') };
}
