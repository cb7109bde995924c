import { randomUUID } from 'node:crypto';
import { transaction } from '@jeongsan/database';
import { NO_DIFFERENCE, type Terms } from '@jeongsan/settlement';
import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import { openSeller } from '../../testing/closing-world.js';
import { personOf, rules } from '../../testing/people.js';
import { booksOf, placeOrder, termsOf } from '../../testing/terms-market.js';
import { approveChange } from './decide-change.js';
import { proposeChange } from './propose-change.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const on = (date: string): Date => new Date(`${date}T10:00:00+09:00`);
const now = on('2026-05-08');
const kim = personOf('kim', 'operator');

async function newSeller(rate: number): Promise<string> {
  const sellerId = `s-${randomUUID().slice(0, 13)}`;
  await openSeller(database.db, sellerId, { commission: { charge: { kind: 'RATE', rate } } });
  return sellerId;
}
const propose = (sellerId: string, rate: number, effectiveFrom: string, more: Partial<Terms> = {}) =>
  transaction(database.db, (tx) => proposeChange(tx, { sellerId, effectiveFrom, ...termsOf(rate), ...more }, kim, now));

const perPackage = (amount: bigint): Partial<Terms> => ({
  commission: {
    charge: { kind: 'FORMULA', formula: 'PACKAGES * FIXED_AMOUNT', rate: 0, amount },
    ...{ rounding: 'floor', vatRounding: 'floor' },
  },
});

test('terms that need a number are proposed only for orders that brought the number along', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const sold = { sellerId, amount: 10_000n, rate: 10_000 };
  await placeOrder(db, { ...sold, at: on('2026-05-04'), numbers: { PACKAGES: 2n } });
  const bare = await placeOrder(db, { ...sold, at: on('2026-05-02') });
  const change = await propose(sellerId, 0, '2026-05-03', perPackage(300n));
  expect(change).toMatchObject({ numbersNeeded: ['PACKAGES'], total: { commission: -400n, net: 440n } });
  await expect(propose(sellerId, 0, '2026-05-01', perPackage(300n))).rejects.toMatchObject({
    code: 'LINE_NUMBER_MISSING',
    extensions: { orderId: bare.orderId, number: 'PACKAGES' },
  });
  const estimate = await propose(sellerId, 0, '2026-06-01', perPackage(300n));
  expect(estimate).toMatchObject({ isEstimate: true, total: { commission: -1_400n } });
});

test('another commission base for past orders is posted as the difference', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  const sold = { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') };
  await placeOrder(db, { ...sold, discountBySeller: 1_000n });
  const change = await propose(sellerId, 10_000, '2026-05-01', { commissionBase: 'ORDER' });
  expect(change.total).toEqual({ ...NO_DIFFERENCE, commission: 100n, commissionVat: 10n, net: -110n });
  await transaction(db, (tx) => approveChange(tx, change.id, change.contentHash, personOf('lee'), rules, now));
  expect(await booksOf(db, sellerId)).toMatchObject({ debt: 110n, 'platform:commission': 1_000n });
});

test.each([
  ['2026-05-08', 'of today', 1],
  ['2026-05-01', 'of past days, of a seller without an order', 0],
])('terms from %s, %s, decide orders to come and have no sum', async (from, _, orders) => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  for (let n = 0; n < orders; n += 1) await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: now });
  const { id, contentHash, lineCount } = await propose(sellerId, 1_000, from);
  expect(lineCount).toBe(orders);
  const limited = { ...rules, limits: { roles: { approver: 1_000_000n, admin: null }, operators: {} } };
  const decide = (caller: ReturnType<typeof personOf>, at = now) =>
    transaction(db, (tx) => approveChange(tx, id, contentHash, caller, limited, at));
  // The day after, terms of today are still those of the day on which they were proposed.
  const tomorrow = on('2026-05-09');
  await expect(decide(personOf('lee'), tomorrow)).rejects.toMatchObject({ code: 'APPROVAL_LIMIT_EXCEEDED' });
  const yesterday = { ...personOf('park', 'admin'), signedInSecondsAgo: 86_400 };
  await expect(decide(yesterday)).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
  await decide(personOf('park', 'admin'));
});

test('terms of past days count by what they move of the orders there are', async () => {
  const { db } = database;
  const sellerId = await newSeller(10_000);
  await placeOrder(db, { sellerId, amount: 10_000n, rate: 10_000, at: on('2026-05-04') });
  const { id, contentHash } = await propose(sellerId, 8_000, '2026-05-01');
  const upTo = (limit: bigint) => ({ ...rules, limits: { roles: { approver: limit }, operators: {} } });
  const decide = (limit: bigint) =>
    transaction(db, (tx) => approveChange(tx, id, contentHash, personOf('lee'), upTo(limit), now));
  await expect(decide(219n)).rejects.toMatchObject({ code: 'APPROVAL_LIMIT_EXCEEDED' });
  await decide(220n);
});
