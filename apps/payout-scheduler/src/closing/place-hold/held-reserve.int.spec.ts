import { randomUUID } from 'node:crypto';
import { instantAt } from '@jeongsan/calendar';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { personOf, rules } from '../../testing/people.js';
import { SettledMarket } from '../../testing/settled-market.js';
import { releaseReserve } from '../release-reserve/release-reserve.js';

const [FRIDAY, NEXT_FRIDAY] = ['2026-05-08', '2026-05-15'] as const;
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

async function payOn(date: string): Promise<void> {
  await market.draft(date);
  const waiting = await database.db.query<{ id: string }[]>(`select id from payouts.payout where state = 'reserved'`);
  for (const { id } of waiting) await market.advance(id, date, ['submit', 'accept', 'settle']);
}

/** A seller whose order was paid on a Friday but for a reserve of 8,900 won, and then held. */
async function heldAfterPaid(days: number): Promise<void> {
  await market.seller('a', { cycle: 'WEEKLY:FRI', reserve: { kind: 'ROLLING', rate: 10_000, days } });
  const { orderId } = await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await payOn(FRIDAY);
  await database.db.query(
    `insert into payouts.hold (id, seller_id, reason, placed_at, scope, order_id) values (gen_random_uuid(), 'a', 'DISPUTE', now(), 'ORDER', $1)`,
    [orderId],
  );
}
const amounts = async () => (await market.payouts('a')).map(({ amount }) => amount);
const carried = async () => {
  const [last] = await database.db.query<{ carried: bigint }[]>(
    `select carried from payouts.statement order by business_date desc limit 1`,
  );
  return last?.carried;
};

test('an order on hold keeps what its reserve releases, on the date of the release and after it', async () => {
  await heldAfterPaid(5);
  for (const date of [NEXT_FRIDAY, '2026-05-22']) {
    await payOn(date);
    expect([await amounts(), await carried()]).toEqual([[80_100n], 8_900n]);
  }
  await database.db.query(`update payouts.hold set released_at = now()`);
  await payOn('2026-05-29');
  expect((await amounts()).length).toBe(2);
});

test('an order on hold keeps what a person releases of its reserve, and while it is in the reserve no other money', async () => {
  await heldAfterPaid(60);
  await market.order([{ sellerId: 'a', amount: 20_000n, maturesOn: '2026-05-14' }]);
  await payOn(NEXT_FRIDAY);
  expect(await amounts()).toEqual([80_100n, 16_020n]);
  const [{ id } = { id: '' }] = await database.db.query<{ id: string }[]>(
    `select id from payouts.reserve_hold order by amount desc limit 1`,
  );
  const decision = { id: randomUUID(), caller: personOf('kim', 'approver'), rules, reason: 'no refunds' };
  await database.db.transaction((tx) =>
    releaseReserve(tx, id, undefined, { ...decision, now: instantAt('2026-05-18', '10:00:00') }),
  );
  for (const date of ['2026-05-22', '2026-05-29']) {
    await payOn(date);
    expect([await amounts(), await carried()]).toEqual([[80_100n, 16_020n], 8_900n]);
  }
});
