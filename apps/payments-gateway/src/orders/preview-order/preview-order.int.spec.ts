import { calendarReader } from '@jeongsan/database';
import { plainTerms, termsDocument } from '@jeongsan/settlement';
import { testDatabase, testSeal, type TestDatabase } from '@jeongsan/testing';
import { createOrder } from '../create-order/create-order.js';
import { footprint, onboard, order } from '../../testing/market.js';
import { previewOrder } from './preview-order.js';

let database: TestDatabase;
/** Monday, 10:00 in Seoul. */
const now = () => new Date('2026-05-11T01:00:00Z');
const gateway = () => ({ db: database.db, seal: testSeal, now, calendar: calendarReader(database.db) });

beforeAll(async () => {
  database = await testDatabase();
  await onboard(database.db, 'acme', 'bolt');
  const later = { ...plainTerms({ commissionRate: 10_000, lagDays: 2, lagUnit: 'BUSINESS' }), startEvent: 'CONFIRMED' };
  await database.db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at) values ('bolt', '2026-05-02', $1, now())`,
    [termsDocument(later as Parameters<typeof termsDocument>[0])],
  );
});
afterAll(() => database.drop());

const discounts = [
  { discountId: 'MAY', amount: 600n, bySeller: 600n },
  { discountId: 'APP', amount: 400n },
];

test('a preview shows what the order will earn, to the won, and when, and writes nothing', async () => {
  const facts = order([{ quantity: 3, discounts, amount: 3_000_000_000n }, { sellerId: 'bolt' }]);
  const before = await footprint(database.db);
  const preview = await previewOrder(gateway(), facts);
  expect(await footprint(database.db)).toEqual(before);
  expect(preview.lines).toMatchObject([
    { lineId: 'L1', startEvent: 'PAID', maturesOn: '2026-05-13', tranches: [{ tranche: 1, maturesOn: '2026-05-13' }] },
    { lineId: 'L2', startEvent: 'CONFIRMED', maturesOn: null, tranches: [] },
  ]);
  const created = await createOrder(gateway(), facts);
  for (const [index, line] of created.lines.entries()) {
    const { startEvent: _event, maturesOn: _day, tranches: _parts, ...earned } = preview.lines[index] ?? {};
    expect(line).toMatchObject(earned);
  }
});

test('a preview refuses what registration would refuse, and may come after the order', async () => {
  const facts = order([{ sellerId: 'nobody' }]);
  await expect(previewOrder(gateway(), facts)).rejects.toMatchObject({ code: 'SELLER_UNKNOWN' });
  const wrong = order([{}], { totalAmount: 1n });
  await expect(previewOrder(gateway(), wrong)).rejects.toMatchObject({ code: 'ORDER_SUM_MISMATCH' });
  const known = order();
  await createOrder(gateway(), known);
  expect((await previewOrder(gateway(), known)).totalAmount).toBe(10_000n);
});
