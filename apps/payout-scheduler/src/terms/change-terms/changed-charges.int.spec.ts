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
const propose = (sellerId: string, rate: number, effectiveFrom: string, more: Partial<Terms>) =>
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
