import { testAuthor } from '@jeongsan/testing';
import { createOrder } from '../../orders/create-order/create-order.js';
import { observePayment } from '../observe-payment/observe-payment.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';
import { allocateUnallocated } from './allocate-unallocated.js';
import { readUnallocated } from './read-unallocated.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(60_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

/** A payment that the market confirmed at the provider itself, of an order that is not registered here. */
async function besideUs(facts = order([{ sellerId: 'acme' }, { sellerId: 'bolt' }])) {
  const payment = await buyerPays(world.sandbox, facts);
  await world.sandbox.api.confirmPayment({ body: payment });
  await observePayment(world.gateway, payment.paymentKey);
  return { facts, ...payment };
}
const listed = async (query: Parameters<typeof readUnallocated>[1] = {}) =>
  (await readUnallocated(world.db, query, world.gateway.now())).items;

test('a payment beside us without an order is work with its evidence, until a person names its lines', async () => {
  const { facts, paymentKey } = await besideUs();
  await world.later(3 * 86_400);
  expect((await listed()).find((item) => item.paymentKey === paymentKey)).toMatchObject({
    orderNumber: facts.orderId,
    because: 'NO_ORDER',
    amount: 20_000n,
    canceled: 0n,
    currency: 'KRW',
    side: 'provider',
    ageDays: 3,
    registeredTotal: null,
    paidBy: null,
  });
  expect(await world.books()).toMatchObject({ unallocated: -20_000n });

  const view = await allocateUnallocated(world.gateway, paymentKey, { lines: facts.lines }, testAuthor('person:kim'));
  expect(view).toMatchObject({ orderId: facts.orderId, paymentState: 'approved', totalAmount: 20_000n });
  const books = await world.books();
  expect(books).toMatchObject({ 'seller:acme:pending': -8_900n, 'seller:bolt:pending': -8_900n });
  expect(books['unallocated']).toBeUndefined();
  expect((await listed()).map((item) => item.paymentKey)).not.toContain(paymentKey);

  await allocateUnallocated(world.gateway, paymentKey, { lines: facts.lines }, testAuthor('person:kim'));
  expect(await world.books()).toEqual(books);
});

test('lines that do not add up to the payment are refused, and the money stays where it is', async () => {
  const { facts, paymentKey } = await besideUs();
  const some = facts.lines.slice(0, 1);
  await expect(
    allocateUnallocated(world.gateway, paymentKey, { lines: some }, testAuthor('person:kim')),
  ).rejects.toMatchObject({
    code: 'ORDER_SUM_MISMATCH',
  });
  await expect(
    allocateUnallocated(world.gateway, 'unknown', { lines: some }, testAuthor('person:kim')),
  ).rejects.toMatchObject({
    code: 'PAYMENT_NOT_FOUND',
  });
  expect(await world.books()).toMatchObject({ unallocated: -20_000n });
});

test('a number that was registered for another amount shows that amount, and cannot be given to other lines', async () => {
  const { facts, paymentKey } = await besideUs();
  await createOrder(world.gateway, order([{}], { orderId: facts.orderId }));
  expect((await listed({ side: 'provider' })).find((item) => item.paymentKey === paymentKey)).toMatchObject({
    registeredTotal: 10_000n,
    paidBy: null,
  });
  await expect(
    allocateUnallocated(world.gateway, paymentKey, { lines: facts.lines }, testAuthor('person:kim')),
  ).rejects.toMatchObject({
    code: 'ORDER_CONFLICT',
  });
  expect(await world.books()).toMatchObject({ unallocated: -20_000n });
});

test('pages and filters: each payment once, and only those asked for', async () => {
  const made = [await besideUs(), await besideUs(), await besideUs()].map(({ paymentKey }) => paymentKey);
  const seen: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await readUnallocated(world.db, { limit: 2, ...(after && { after }) }, world.gateway.now());
    seen.push(...page.items.map((item) => item.paymentKey));
    after = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(made));
  expect(await listed({ because: 'FOREIGN_CURRENCY' })).toEqual([]);
});
