import { testSeal, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { readOrder } from '../read-order/read-order.js';
import { footprint, onboard, order, setTermsOf } from '../../testing/market.js';
import { createOrder } from './create-order.js';

let database: TestDatabase;
const now = () => new Date('2026-05-11T01:00:00Z');
const create = (facts: ReturnType<typeof order>) => createOrder({ db: database.db, seal: testSeal, now }, facts);

beforeAll(async () => {
  database = await testDatabase();
  await onboard(database.db, 'acme', 'bolt');
});
afterAll(() => database.drop());

/** The numbers of stored orders and order lines. */
async function registered(): Promise<readonly [number, number]> {
  const rows = await footprint(database.db);
  return [rows['gateway.orders'] as number, rows['gateway.order_line'] as number];
}

test('an order is split to the won under the terms of its day, and reads as it was answered', async () => {
  const facts = order([
    { amount: 10_000n, discountAmount: 1_000n, discountBySeller: 333n, taxFreeAmount: 9_000n },
    { amount: 9_990n, sellerId: 'bolt' },
  ]);
  const answer = await create(facts);
  expect(answer).toMatchObject({ totalAmount: 18_990n, paymentState: null });
  expect(answer.lines).toMatchObject([
    { lineId: 'L1', paid: 9_000n, promotion: 667n, commission: 966n, commissionVat: 96n, net: 8_605n, canceled: 0n },
    { lineId: 'L2', paid: 9_990n, promotion: 0n, commission: 999n, commissionVat: 99n, net: 8_892n, maturesOn: null },
  ]);
  expect(await readOrder({ db: database.db, seal: testSeal }, facts.orderId)).toEqual(answer);
});

test('an order is under the terms in force on its own date in Seoul, not under later ones', async () => {
  await setTermsOf(database.db, ['bolt'], '2026-05-12', 20_000);
  const bolts = [{ sellerId: 'bolt' }];
  const before = await create(order(bolts, { orderedAt: new Date('2026-05-11T14:59:59Z') }));
  const after = await create(order(bolts, { orderedAt: new Date('2026-05-11T15:00:00Z') }));
  expect([before.lines[0]?.commission, after.lines[0]?.commission]).toEqual([1_000n, 2_000n]);
});

test('the same order again is the same answer, and 16 at once are one order', async () => {
  const [orders, lines] = await registered();
  const facts = order([{}, { sellerId: 'bolt' }]);
  const answers = await Promise.all(Array.from({ length: 16 }, () => create(facts)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const before = await footprint(database.db);
  expect(await create(facts)).toEqual(answers[0]);
  expect(await footprint(database.db)).toEqual(before);
  expect(await registered()).toEqual([orders + 1, lines + 2]);
});

test('16 different orders of one id at once: one is registered, all others are refused', async () => {
  const [orders, lines] = await registered();
  const { orderId } = order();
  const attempts = Array.from({ length: 16 }, (_, i) => create(order([{}, {}], { orderId, orderName: `books ${i}` })));
  const results = await Promise.allSettled(attempts);
  expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
  const reasons = results.flatMap((r) => (r.status === 'rejected' ? [(r.reason as { code: string }).code] : []));
  expect(new Set(reasons)).toEqual(new Set(['ORDER_CONFLICT']));
  expect(await registered()).toEqual([orders + 1, lines + 2]);
});

// prettier-ignore
test.each`
  what                                   | change                                                    | code
  ${'other content under a known id'}    | ${{ orderName: 'other books' }}                           | ${'ORDER_CONFLICT'}
  ${'lines that do not add up'}          | ${{ orderId: 'order-2', totalAmount: 1n }}                | ${'ORDER_SUM_MISMATCH'}
  ${'an unknown seller'}                 | ${{ orderId: 'order-2', seller: 'nobody' }}               | ${'SELLER_UNKNOWN'}
  ${'a date before all terms'}           | ${{ orderId: 'order-2', orderedAt: '2026-04-30T12:00Z' }} | ${'TERMS_MISSING'}
  ${'a date before all calendars'}       | ${{ orderId: 'order-2', orderedAt: '0000-01-01T00:00Z' }} | ${'TERMS_MISSING'}
  ${'a date after all calendars'}        | ${{ orderId: 'order-2', orderedAt: '9999-12-31T23:59Z' }} | ${'TERMS_MISSING'}
`('$what is refused with $code and nothing is written', async ({ change, code }: Record<string, unknown>) => {
  await create(order([{}], { orderId: 'order-1' }));
  const before = await footprint(database.db);
  const { seller, orderedAt, ...more } = change as { seller?: string; orderedAt?: string };
  const facts = order([{}, seller === undefined ? {} : { sellerId: seller }], {
    orderId: 'order-1',
    ...more,
    ...(orderedAt !== undefined && { orderedAt: new Date(orderedAt) }),
  });
  await expect(create(facts)).rejects.toMatchObject({ code });
  expect(await footprint(database.db)).toEqual(before);
});

test('an unknown order is not found', async () => {
  await expect(readOrder({ db: database.db, seal: testSeal }, 'order-9')).rejects.toMatchObject({
    code: 'ORDER_NOT_FOUND',
  });
});
