import { instantAt } from '@jeongsan/calendar';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { recordBalance } from '../../payouts/payout-store/balance-readings.js';
import { SettledMarket } from '../../testing/settled-market.js';
import { policy } from '../../testing/usual-policy.js';
import { forecastCash } from './forecast-cash.js';

let database: TestDatabase;
let market: SettledMarket;
beforeEach(async () => {
  database = await testDatabase();
  market = new SettledMarket(database.db);
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

/** The run of a date is still to be drafted, for it is late. */
const draftIsLate = (date: string) =>
  database.db.query(`insert into messaging.schedule (name, next_run_at) values ('payout-run.draft', $1)`, [
    instantAt(date, '04:00:00'),
  ]);
const forecast = (date: string, days: number) =>
  forecastCash(database.db, policy.calendar, instantAt(date, '20:00:00'), days);

/** Pays what waits, as the provider does on the date of the run. */
async function payAll(date: string): Promise<void> {
  const waiting = await database.db.query<{ id: string }[]>(`select id from payouts.payout where state = 'reserved'`);
  for (const { id } of waiting) await market.advance(id, date, ['submit', 'accept', 'settle']);
}

test('when nothing new comes, the forecast of the first day is what the books have on each later day', async () => {
  await market.seller('daily', { cycle: 'DAILY' });
  await market.seller('weekly', { cycle: 'WEEKLY:WED' });
  await market.seller('kept', { cycle: 'DAILY', reserve: { kind: 'ROLLING', rate: 10_000, days: 5 } });
  await market.seller('owing', { cycle: 'DAILY' });
  await market.order([{ sellerId: 'kept', amount: 100_000n }]);
  const refunded = await market.order([{ sellerId: 'owing', amount: 60_000n }]);
  await market.draft('2026-05-08');
  await payAll('2026-05-08');
  await market.cancel(refunded, 0, 60_000n, '2026-05-09');
  await market.order([{ sellerId: 'owing', amount: 40_000n, maturesOn: '2026-05-11' }], '2026-05-09');
  await market.order([{ sellerId: 'owing', amount: 40_000n, maturesOn: '2026-05-13' }], '2026-05-09');
  for (const maturesOn of ['2026-05-10', '2026-05-11', '2026-05-14'])
    for (const sellerId of ['daily', 'weekly'])
      await market.order([{ sellerId, amount: 30_000n, partlyOn: '2026-05-10', maturesOn }], '2026-05-09');
  await database.db.query(`update reconciliation.settlement set state = 'available'`);

  const { days, dueLater } = await forecast('2026-05-09', 12);
  expect(dueLater).toBe(0n);
  expect(days.some(({ due }) => due > 0n)).toBe(true);
  for (const { businessDate, closing } of days.slice(1)) {
    await market.draft(businessDate);
    await payAll(businessDate);
    const [books] = await database.db.query<{ available: bigint }[]>(
      `select ledger.balance_at('provider:available', 'KRW', 'infinity') as available`,
    );
    expect([businessDate, books?.available]).toEqual([businessDate, closing]);
  }
});

test('payments without a settlement come on the date that is usual for their method, less the usual fee', async () => {
  const { db } = database;
  await market.seller('a', { cycle: 'DAILY' });
  // Cards were paid out two days after the sale, with 2.2 % of fees.
  for (const day of ['2026-05-01', '2026-05-03'])
    await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-04' }], day);
  await db.query(`update reconciliation.settlement set paid_out_date = sold_date + 2, state = 'available'`);
  await market.order([{ sellerId: 'a', amount: 50_000n, maturesOn: '2026-12-01' }], '2026-05-06', null);
  await market.order([{ sellerId: 'a', amount: 70_000n, maturesOn: '2026-12-01' }], '2026-05-07', null);
  const before = await forecast('2026-05-07', 6);
  const inflows = before.days.filter(({ inflow }) => inflow !== 0n);
  // The 9th is a Saturday: the balance grows on Monday.
  expect(inflows.map(({ businessDate, inflow, unsettled }) => [businessDate, inflow, unsettled])).toEqual([
    ['2026-05-08', 48_900n, 48_900n],
    ['2026-05-11', 68_460n, 68_460n],
  ]);
  // The provider's own balance counts once it is known.
  expect(before.source).toBe('LEDGER');
  await recordBalance(db, { available: 5_000n, pending: 0n }, instantAt('2026-05-07', '19:00:00'));
  await draftIsLate('2026-05-07');
  const { source, days, shortOn, shortOnBy } = await forecast('2026-05-07', 6);
  expect([source, days[0]?.opening, shortOn, shortOnBy]).toEqual(['PROVIDER', 5_000n, '2026-05-07', 12_800n]);
});

test('a refund of what had not matured takes nothing from what had: the line is due once', async () => {
  await market.seller('a', { cycle: 'DAILY' });
  const order = await market.order([
    { sellerId: 'a', amount: 100_000n, partlyOn: '2026-05-08', maturesOn: '2026-05-13' },
  ]);
  await database.db.query(`update gateway.order_line_tranche set share = 50000`);
  await market.draft('2026-05-08');
  await payAll('2026-05-08');
  const due = async () => {
    const { days, dueLater } = await forecast('2026-05-09', 12);
    return days.filter((day) => day.due > 0n).map((day) => [day.businessDate, day.due, dueLater]);
  };
  expect(await due()).toEqual([['2026-05-13', 44_500n, 0n]]);
  await market.cancel(order, 0, 25_000n, '2026-05-09');
  expect(await due()).toEqual([['2026-05-13', 22_250n, 0n]]);
  await market.cancel(order, 0, 25_000n, '2026-05-09');
  expect(await due()).toEqual([]);
});

/** The dates on which money is due, with the won. */
async function dueFrom(date: string, days = 30): Promise<[string, bigint][]> {
  const { days: forecasted } = await forecast(date, days);
  return forecasted.filter(({ due }) => due > 0n).map(({ businessDate, due }) => [businessDate, due]);
}

test('what becomes payable on a cycle date after its run was drafted is due on the next one; a late run still pays it', async () => {
  await market.seller('a', { cycle: 'MONTHLY:8' });
  await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn: '2026-05-08' }]);
  expect(await dueFrom('2026-05-07', 40)).toEqual([['2026-05-08', 89_000n]]);
  expect(await dueFrom('2026-05-08', 40)).toEqual([['2026-06-08', 89_000n]]);
  await draftIsLate('2026-05-08');
  expect(await dueFrom('2026-05-08', 40)).toEqual([['2026-05-08', 89_000n]]);
});

test('a failed payout is due on the date of its reissue, and the rest of the seller on the cycle date', async () => {
  await market.seller('a', { cycle: 'MONTHLY:22' });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft('2026-05-22');
  const [failed] = await market.payouts('a');
  await market.advance(failed?.id ?? '', '2026-05-22', ['submit', 'fail'], {
    failureCode: 'FAILED',
    failureClass: 'retry',
  });
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-23' }], '2026-05-20');
  // One business day after the failure: Monday the 25th is a substitute holiday.
  const expected = [
    ['2026-05-26', 89_000n],
    ['2026-06-22', 8_900n],
  ];
  expect(await dueFrom('2026-05-22', 40)).toEqual(expected);
  expect(await dueFrom('2026-05-25', 40)).toEqual(expected);
  await market.draft('2026-05-26');
  await payAll('2026-05-26');
  expect(await dueFrom('2026-05-26', 40)).toEqual([['2026-06-22', 8_900n]]);
});

test('a reissue that a person asked for is due with the next draft, less what a debt takes', async () => {
  await database.db.query(
    `insert into payouts.reissue_policy (effective_from, document, reason, set_by, set_at)
     values ('2026-01-01', '{"retry": null, "seller_must_act": null}', 'by hand only', 'person:admin', now())`,
  );
  await market.seller('a', { cycle: 'MONTHLY:8' });
  const first = await market.order([{ sellerId: 'a', amount: 50_000n }]);
  await market.draft('2026-05-08');
  await payAll('2026-05-08');
  await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn: '2026-06-05' }]);
  await market.draft('2026-06-08');
  const failed = (await market.payouts('a'))[1]?.id ?? '';
  await market.advance(failed, '2026-06-08', ['submit', 'fail'], { failureCode: 'FAILED', failureClass: 'retry' });
  expect(await dueFrom('2026-06-08', 40)).toEqual([['2026-07-08', 89_000n]]);
  await database.db.query(
    `insert into payouts.reissue (id, payout_id, seller_id, amount, attempt, due_on, reason, requested_by, requested_at)
     values (gen_random_uuid(), $1, 'a', 89000, 1, '2026-06-08', 'asked', 'person:kim', now())`,
    [failed],
  );
  expect(await dueFrom('2026-06-08', 40)).toEqual([['2026-06-09', 89_000n]]);
  await market.cancel(first, 0, 50_000n, '2026-06-08');
  expect(await dueFrom('2026-06-08', 40)).toEqual([['2026-06-09', 44_500n]]);
  await market.draft('2026-06-09');
  expect((await market.payouts('a')).at(-1)?.amount).toBe(44_500n);
});
