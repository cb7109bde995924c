import { randomUUID } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import { testDatabase, testSeal, type TestDatabase } from '@jeongsan/testing';
import { createOrder } from '../create-order/create-order.js';
import { readOrder } from '../read-order/read-order.js';
import { footprint, onboard, order, setTermsOf } from '../../testing/market.js';
import type { OrderOnLine, RegisteredLine } from './register-batch.js';
import { registerOrders } from './register-orders.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(60_000);
let database: TestDatabase;
const now = () => new Date('2026-05-11T01:00:00Z');
const gateway = () => ({ db: database.db, seal: testSeal, now });
type Facts = ReturnType<typeof order>;

beforeAll(async () => {
  database = await testDatabase();
  await onboard(database.db, 'acme', 'bolt');
  await setTermsOf(database.db, ['bolt'], '2026-05-12', 20_000);
  await database.db.query(
    `insert into payouts.commission_rule (id, category, charge, effective_from, effective_to, created_at, created_by)
     values ($1, 'books', $2, '2026-05-14', '2026-05-15', now(), 'person:rules')`,
    [randomUUID(), { charge: { kind: 'RATE', rate: 5_000 }, rounding: 'floor', vatRounding: 'floor' }],
  );
});
afterAll(() => database.drop());

const lined = (orders: readonly Facts[]): OrderOnLine[] => orders.map((value, index) => ({ line: index + 1, value }));
async function register(lines: readonly OrderOnLine[]): Promise<RegisteredLine[]> {
  const fates: RegisteredLine[] = [];
  for await (const fate of registerOrders(gateway(), lines)) fates.push(fate);
  return fates;
}
const outcomes = (fates: readonly RegisteredLine[]): string[] =>
  fates.map(({ outcome, problem }) => problem?.code ?? outcome);

test('each order of many is as if it were registered alone: split, dates, rules and all', async () => {
  const days = ['2026-05-11', '2026-05-12', '2026-05-14', '2026-05-15'];
  const both = days.map((day) => {
    const facts = order(
      [
        { quantity: 2, discountAmount: 99n },
        { sellerId: 'bolt', amount: 5_000_000_000n },
      ],
      {
        orderedAt: new Date(`${day}T12:00:00+09:00`),
      },
    );
    return { bulk: facts, single: { ...facts, orderId: `order-${randomUUID()}` } };
  });
  expect(outcomes(await register(lined(both.map(({ bulk }) => bulk))))).toEqual(days.map(() => 'registered'));
  for (const { bulk, single } of both) {
    const { orderId: _one, ...expected } = await createOrder(gateway(), single);
    expect(await readOrder(gateway(), bulk.orderId)).toEqual({ ...expected, orderId: bulk.orderId });
  }
});

test('a bad order refuses itself only, and each line says why', async () => {
  const good = [order(), order([{ sellerId: 'bolt' }])];
  const unreadable: OrderOnLine = { line: 9, refusal: new Refusal(400, 'MALFORMED_JSON', 'The line is not JSON') };
  const [known, other] = [order(), order()];
  await createOrder(gateway(), known);
  await createOrder(gateway(), other);
  const lines = [
    ...lined([
      good[0] as Facts,
      order([{ sellerId: 'nobody' }]),
      order([{}], { totalAmount: 1n }),
      order([{ discountAmount: 10_000n }]),
      order([{}], { orderedAt: new Date('2026-04-30T12:00:00Z') }),
      known,
      { ...other, orderName: 'other books' },
      good[1] as Facts,
    ]),
    unreadable,
  ];
  const fates = await register(lines);
  expect(outcomes(fates)).toEqual([
    ...['registered', 'SELLER_UNKNOWN', 'ORDER_SUM_MISMATCH', 'LINE_AMOUNT_INVALID', 'TERMS_MISSING'],
    ...['known', 'ORDER_CONFLICT', 'registered', 'MALFORMED_JSON'],
  ]);
  expect(fates.map(({ line }) => line)).toEqual(lines.map(({ line }) => line));
  expect(fates[1]).toMatchObject({ outcome: 'refused', problem: { status: 422, sellerId: 'nobody' } });
  expect(fates[8]).toMatchObject({ line: 9, orderId: null, outcome: 'refused' });
});

test('the same order twice in one request is one order, and another content under its id is refused', async () => {
  const one = order();
  const lines = lined([one, one, { ...one, orderName: 'other books' }, order()]);
  expect(outcomes(await register(lines))).toEqual(['registered', 'known', 'ORDER_CONFLICT', 'registered']);
});

test('the same 1,200 orders again are known and change nothing, and four requests at once register each order once', async () => {
  const orders = Array.from({ length: 1_200 }, () => order());
  const before = await footprint(database.db);
  const all = await Promise.all([1, 2, 3, 4].map((turn) => register(lined(turn % 2 ? orders : [...orders].reverse()))));
  expect(all.flat().filter(({ outcome }) => outcome === 'registered')).toHaveLength(1_200);
  expect(all.flat().filter(({ outcome }) => outcome === 'known')).toHaveLength(3_600);
  const after = await footprint(database.db);
  expect(after['gateway.orders']).toBe((before['gateway.orders'] as number) + 1_200);
  expect(new Set(outcomes(await register(lined(orders))))).toEqual(new Set(['known']));
  expect(await footprint(database.db)).toEqual(after);
});

test('an order whose payment came first gets the look that moves its money', async () => {
  const paid = order();
  await database.db.query(
    `insert into gateway.payment (id, provider_order_id, payment_key, amount, state, unallocated_because, created_at)
     values ($1, $2, $2, 10000, 'approved', 'NO_ORDER', now())`,
    [randomUUID(), paid.orderId],
  );
  await register(lined([order(), paid]));
  const jobs = await database.db.query<unknown[]>(
    `select data from messaging.outbox where job = 'payment-order.observe' and data ->> 'orderId' = $1`,
    [paid.orderId],
  );
  expect(jobs).toHaveLength(1);
});
