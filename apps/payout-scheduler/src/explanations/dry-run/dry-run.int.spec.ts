import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';
import { forecastCash } from '../forecast-cash/forecast-cash.js';
import { draftedAt, hold, openSeller } from '../../testing/closing-world.js';
import { policy } from '../../testing/usual-policy.js';
import { paidOrder } from '../../testing/market.js';
import { dryRun } from './dry-run.js';

const TODAY = '2026-05-08';
const now = draftedAt(TODAY);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  for (const id of ['a', 'b', 'c']) await openSeller(database.db, id, { taxType: 'WITHHOLDING' });
  await openSeller(database.db, 'd', { cycle: 'WEEKLY:MON' });
  await paidOrder(database.db, 'a', [
    { share: 70_000, maturesOn: TODAY },
    { share: 30_000, maturesOn: '2026-05-12' },
  ]);
  await paidOrder(database.db, 'b', [{ share: 100_000, maturesOn: TODAY }]);
  await paidOrder(database.db, 'c', [{ share: 100_000, maturesOn: '2026-05-12' }], null);
  await paidOrder(database.db, 'd', [{ share: 100_000, maturesOn: TODAY }]);
  await hold(database.db, { sellerId: 'b', amount: 3_000n });
});
afterEach(() => database.drop());

const TABLES = ['ledger.posting', 'ledger.entry', 'payouts.run', 'payouts.statement', 'payouts.payout'];
const traces = async () => {
  const counts = [...TABLES, 'payouts.matured_line', 'reconciliation.settlement', 'messaging.outbox'].map(
    (table) => `select '${table}' as name, count(*)::int as rows from ${table}`,
  );
  const balances = `select code, balance::int from ledger.account`;
  return database.db.query<object[]>(`${counts.join(' union all ')} union all (${balances} order by code)`);
};

test('a dry run says what the run then does, and leaves nothing behind', async () => {
  const before = await traces();
  const { items, payoutTotal, nextCursor } = await dryRun(database.db, { businessDate: TODAY }, policy, now);
  expect(await traces()).toEqual(before);
  await draftRun(database.db, TODAY, policy, () => now);
  const made = await database.db.query<object[]>(
    `select seller_id as "sellerId", payout_amount as "payoutAmount", carried, withheld, hold_reason as "holdReason"
       from payouts.statement order by seller_id`,
  );
  expect(items).toMatchObject(made);
  expect(items).toMatchObject([
    { sellerId: 'a', movements: 6_026n, payoutAmount: 6_026n, withheld: 204n, carried: 0n },
    { sellerId: 'b', heldBack: 3_000n, holdReason: 'HELD_AMOUNT', carried: 3_000n },
  ]);
  expect({ payoutTotal, nextCursor }).toEqual({
    payoutTotal: items.reduce((sum, i) => sum + i.payoutAmount, 0n),
    nextCursor: null,
  });
});

test('of a later date what is approved counts as settled by then, and sellers come page by page', async () => {
  const page = (after?: string) =>
    dryRun(database.db, { businessDate: '2026-05-12', limit: 2, ...(after && { after }) }, policy, now);
  const first = await page();
  expect(first.items.map(({ sellerId }) => sellerId)).toEqual(['a', 'b']);
  const second = await page(first.nextCursor ?? '');
  expect(second.items).toMatchObject([{ sellerId: 'c', movements: 8_607n }]);
  expect(second.nextCursor).toBeNull();
});

test.each([
  ['2026-05-07', 'RUN_DATE_PAST'],
  ['2099-01-04', 'CALENDAR_YEAR_UNKNOWN'],
])('a dry run of %s is refused with %s', async (businessDate, code) => {
  await openSeller(database.db, 'e', { datePolicy: 'HOLIDAY_AFTER' });
  const asked = dryRun(database.db, { businessDate }, policy, now);
  await expect(asked).rejects.toMatchObject({ code });
});

test('a date that has its run is refused: it has a preview', async () => {
  await draftRun(database.db, TODAY, policy, () => now);
  await expect(dryRun(database.db, { businessDate: TODAY }, policy, now)).rejects.toMatchObject({
    code: 'RUN_DATE_TAKEN',
  });
});

test('the forecast sets what the provider releases against what sellers are due, day by day', async () => {
  const beforeDraft = new Date(now.getTime() - 1);
  const { days, shortfall, shortOn, dueLater } = await forecastCash(database.db, policy.calendar, beforeDraft, 5);
  // Three settled payments of 9,780 are late and come today; the first due is today, the weekly seller's on Monday.
  expect(days.map((d) => [d.businessDate, d.opening, d.inflow, d.due, d.sellers, d.closing])).toEqual([
    ['2026-05-08', 0n, 29_340n, 15_130n, 2, 14_210n],
    ['2026-05-09', 14_210n, 0n, 0n, 0, 14_210n],
    ['2026-05-10', 14_210n, 0n, 0n, 0, 14_210n],
    ['2026-05-11', 14_210n, 0n, 8_900n, 1, 5_310n],
    ['2026-05-12', 5_310n, 0n, 11_570n, 2, -6_260n],
  ]);
  expect({ shortfall, shortOn, dueLater }).toEqual({ shortfall: 6_260n, shortOn: '2026-05-12', dueLater: 0n });
  await expect(forecastCash(database.db, policy.calendar, now, 91)).rejects.toMatchObject({
    code: 'FORECAST_WINDOW_INVALID',
  });
});
