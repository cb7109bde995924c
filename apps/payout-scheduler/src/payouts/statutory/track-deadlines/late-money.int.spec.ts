import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { releaseReserve } from '../../../closing/release-reserve/release-reserve.js';
import { DeadlineMarket, FRIDAY } from '../../../testing/deadline-market.js';
import { personOf, rules } from '../../../testing/people.js';
import type { MarketOrder } from '../../../testing/settled-market.js';

const NEXT_FRIDAY = '2026-05-15';
const PAID = ['submit', 'accept', 'settle'] as const;
let market: DeadlineMarket;
beforeEach(async () => {
  market = await DeadlineMarket.open();
});
afterEach(() => market.close());

/** Drafts the run of a date and pays what waits in it, as the bank does on that date. */
async function payOn(date: string): Promise<void> {
  await market.draft(date);
  const waiting = await market.db.query<{ id: string }[]>(`select id from payouts.payout where state = 'reserved'`);
  for (const { id } of waiting) await market.advance(id, date, PAID);
}

/** A seller whose line of 89,000 won was paid on a Friday, but for a reserve of 8,900 won. */
async function reserveKept(days = 5): Promise<void> {
  await market.choose('CONSIGNMENT_40');
  await market.seller('a', { cycle: 'WEEKLY:FRI', reserve: { kind: 'ROLLING', rate: 10_000, days } });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await payOn(FRIDAY);
  await market.track('2026-05-09');
  expect(await market.one()).toMatchObject({ owed: 8_900n, cause: 'IN_RESERVE' });
}

test('a reserve that was released is owed until the payout that has it is paid', async () => {
  await reserveKept();
  await market.order([{ sellerId: 'a', amount: 10_000n, maturesOn: '2026-05-14' }]);
  await market.draft(NEXT_FRIDAY);
  await market.track(NEXT_FRIDAY);
  const waiting = { cause: 'WAITS_FOR_DISPATCH', settled: null };
  expect(await market.rows()).toMatchObject([
    { owed: 8_900n, ...waiting },
    { owed: 8_900n, ...waiting },
  ]);
  await market.owesWhatTheBooksOwe();
  const second = (await market.payouts('a'))[1]?.id ?? '';
  await market.advance(second, NEXT_FRIDAY, ['submit', 'fail'], { failureCode: 'FAILED', failureClass: 'retry' });
  await market.track('2026-05-16');
  const failed = { owed: 8_900n, cause: 'FAILED_RETRY' };
  expect(await market.rows()).toMatchObject([failed, failed]);
  await payOn('2026-05-18');
  await market.track('2026-05-19');
  // The reserve of the second line is left.
  expect(await market.rows()).toMatchObject([
    { owed: 0n, settled: '2026-05-18', breached: null },
    { owed: 890n, cause: 'IN_RESERVE' },
  ]);
  await market.owesWhatTheBooksOwe();
});

test('a reserve that a person released before its date is owed until it is paid', async () => {
  await reserveKept(60);
  const [{ id } = { id: '' }] = await market.db.query<{ id: string }[]>(`select id from payouts.reserve_hold`);
  const decision = {
    caller: personOf('kim', 'approver'),
    rules,
    reason: 'no refunds',
    now: instantAt('2026-05-11', '10:00:00'),
  };
  for (const part of [4_900n, 4_000n])
    await market.db.transaction((tx) => releaseReserve(tx, id, part, { ...decision, id: randomUUID() }));
  await market.track('2026-05-12');
  expect(await market.one()).toMatchObject({ owed: 8_900n, cause: 'WAITS_FOR_STATEMENT', settled: null });
  await market.draft(NEXT_FRIDAY);
  await market.track(NEXT_FRIDAY);
  await market.owesWhatTheBooksOwe();
  const second = (await market.payouts('a'))[1]?.id ?? '';
  await market.advance(second, NEXT_FRIDAY, PAID);
  await market.track('2026-05-16');
  // The rolling reserve keeps a share of what was released by hand.
  expect(await market.one()).toMatchObject({ owed: 890n, settled: null });
  await market.owesWhatTheBooksOwe();
});

const breaches = async () => (await market.rows()).map(({ settled, breached }) => [settled, breached]);
const confirmedOn = (order: MarketOrder, date: string) =>
  market.happened(order, 'confirmed_at', instantAt(date, '10:00:00'));

test('the first tracking dates money below the minimum by the payout that carried it, not by the last one', async () => {
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  const small = await market.order([{ sellerId: 'a', amount: 1_000n }]);
  await confirmedOn(small, '2026-05-05');
  await payOn(FRIDAY);
  expect(await market.payouts('a')).toEqual([]);
  for (const [maturesOn, paidOn] of [
    ['2026-05-14', NEXT_FRIDAY],
    ['2026-05-21', '2026-05-22'],
  ] as const) {
    await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn }]);
    await payOn(paidOn);
  }
  // Ten days from the confirmation: the payout of the 15th is in time.
  await market.choose('LARGE_BROKER_10');
  await market.track('2026-05-23');
  expect((await breaches()).sort()).toEqual([
    [NEXT_FRIDAY, null],
    [NEXT_FRIDAY, null],
    ['2026-05-22', null],
  ]);
});

test('the first tracking dates each line of a statement that was paid in two parts by its own payout', async () => {
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  const free = await market.order([{ sellerId: 'a', amount: 50_000n, maturesOn: '2026-05-06' }]);
  await market.draft('2026-05-06');
  const held = await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn: '2026-05-07' }]);
  await market.draft('2026-05-07');
  for (const order of [free, held]) await confirmedOn(order, '2026-05-02');
  await market.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id) values (gen_random_uuid(), 'a', 'DISPUTE', now(), 'ORDER', $1)`,
    [held.orderId],
  );
  await payOn(FRIDAY);
  await market.db.query(`update payouts.hold set released_at = now()`);
  await payOn(NEXT_FRIDAY);
  expect((await market.payouts('a')).map(({ amount }) => amount)).toEqual([44_500n, 89_000n]);
  await market.choose('LARGE_BROKER_10');
  await market.track('2026-05-23');
  expect((await breaches()).sort()).toEqual([
    [FRIDAY, null],
    [NEXT_FRIDAY, NEXT_FRIDAY],
  ]);
});
