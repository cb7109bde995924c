import { calendarReader } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import pg from 'pg';
import { createOrder } from '../../orders/create-order/create-order.js';
import type { OrderFacts } from '../../orders/create-order/check-order.js';
import type { Gateway } from '../../gateway.js';
import { observePayment } from '../observe-payment/observe-payment.js';
import { readOrder } from '../../orders/read-order/read-order.js';
import { readPayableOrder } from '../payable-order.js';
import { buyerPays, footprint, order } from '../../testing/market.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { askProvider, confirmPayment } from './confirm-payment.js';
import { openPayment } from './open-payment.js';
import { watchKeys } from '../../testing/watch-keys.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

const twoSellers = () =>
  order([
    { amount: 10_000n, discountAmount: 1_000n },
    { sellerId: 'bolt', amount: 20_000n },
  ]);
const BOOKS_OF_TWO = {
  'provider:receivable': 29_000n,
  'platform:promotion': 1_000n,
  'seller:acme:pending': -8_900n,
  'seller:bolt:pending': -17_800n,
  'platform:commission': -3_000n,
  'platform:vat': -300n,
};
async function ordered(facts: OrderFacts = twoSellers()) {
  await createOrder(world.gateway, facts);
  return buyerPays(world.sandbox, facts);
}
const fault = (kind: 'drop-before-commit' | 'drop-after-commit' | 'error', operation = 'confirmPayment', times = 1) =>
  world.sandbox.control.addFault({ body: { operation, kind, times } });
const stateOf = async (orderId: string) => (await readOrder(world.gateway, orderId)).paymentState;

test('an approval posts every line, gives each its day, tells other teams and needs no look', async () => {
  const asked = await ordered();
  const answer = await confirmPayment(world.gateway, asked);
  expect(answer).toMatchObject({ status: 'DONE', paymentKey: asked.paymentKey, totalAmount: 29_000n });
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
  const { lines, paymentState } = await readOrder(world.gateway, asked.orderId);
  expect(paymentState).toBe('approved');
  expect(lines.map((line) => line.maturesOn)).toEqual(['2026-05-13', '2026-05-13']);
  expect(await world.openJobs()).toEqual([]);
  const [event] = await world.db.query<unknown[]>(
    `select type, data, sequence from messaging.event where data ->> 'orderId' = $1`,
    [asked.orderId],
  );
  expect(event).toMatchObject({
    type: 'payment.approved',
    data: { orderId: asked.orderId, amount: '29000' },
    sequence: 1n,
  });
  const [posting] = await world.db.query<unknown[]>('select effective_at from ledger.posting order by id desc limit 1');
  expect(posting).toEqual({ effective_at: answer.approvedAt });
});

test('the same confirm again is the same answer and one posting', async () => {
  const asked = await ordered();
  const first = await confirmPayment(world.gateway, asked);
  const before = await footprint(world.db);
  expect(await confirmPayment(world.gateway, asked)).toEqual(first);
  expect(await footprint(world.db)).toEqual(before);
});

test('16 confirms at once are one approval and 16 same answers', async () => {
  const asked = await ordered();
  const answers = await Promise.all(Array.from({ length: 16 }, () => confirmPayment(world.gateway, asked)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
  expect(await world.count('ledger.posting')).toBe(1);
  expect(await world.count('messaging.event')).toBe(1);
});

test('a confirm carries the id of its payment as idempotency key, also when it is sent again', async () => {
  const asked = await ordered();
  await fault('drop-before-commit');
  const { watched, keys } = watchKeys(world.gateway);
  await expect(confirmPayment(watched, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await confirmPayment(watched, asked);
  const [payment] = await world.db.query<{ id: string }[]>('select id from gateway.payment where payment_key = $1', [
    asked.paymentKey,
  ]);
  expect(keys).toEqual([payment?.id, payment?.id]);
});

test('what cannot be paid is refused and nothing is written', async () => {
  const asked = await ordered();
  const other = await ordered();
  await confirmPayment(world.gateway, other);
  const before = await footprint(world.db);
  const refusals = [
    [{ ...asked, orderId: 'order-unknown' }, 'ORDER_NOT_FOUND'],
    [{ ...asked, amount: 28_999n }, 'PAYMENT_AMOUNT_MISMATCH'],
    [{ ...asked, paymentKey: other.paymentKey }, 'PAYMENT_CONFLICT'],
    [{ ...other, paymentKey: asked.paymentKey }, 'PAYMENT_CONFLICT'],
    [{ ...asked, paymentKey: 'a\0b' }, 'INVALID_REQUEST'],
  ] as const;
  for (const [body, code] of refusals) {
    await expect(confirmPayment(world.gateway, body)).rejects.toMatchObject({ code });
  }
  expect(await footprint(world.db)).toEqual(before);
});

test('16 payments of one order at once: one is approved, the others are in conflict', async () => {
  const facts = twoSellers();
  await createOrder(world.gateway, facts);
  const asked = await Promise.all(Array.from({ length: 16 }, () => buyerPays(world.sandbox, facts)));
  const results = await Promise.allSettled(asked.map((one) => confirmPayment(world.gateway, one)));
  const codes = results.map((r) => (r.status === 'rejected' ? (r.reason as { code: string }).code : 'approved'));
  expect(codes.toSorted()).toEqual([...Array.from({ length: 15 }, () => 'PAYMENT_CONFLICT'), 'approved']);
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
});

test('a refused card is refused at every repeat, and frees the order for another payment', async () => {
  const facts = twoSellers();
  await createOrder(world.gateway, facts);
  const asked = await buyerPays(world.sandbox, facts, { refuseWith: 'REJECT_CARD_PAYMENT' });
  for (const _ of [1, 2]) {
    await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({
      code: 'PAYMENT_REFUSED',
      status: 402,
      extensions: { providerCode: 'REJECT_CARD_PAYMENT' },
    });
  }
  expect(await world.books()).toEqual({});
  expect(await stateOf(facts.orderId)).toBe('refused');
  expect(await world.openJobs()).toEqual([]);

  await confirmPayment(world.gateway, await buyerPays(world.sandbox, facts));
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
  expect(await stateOf(facts.orderId)).toBe('approved');
});

test('an approval whose answer was lost is unknown, and the look books it exactly once', async () => {
  const asked = await ordered();
  await fault('drop-after-commit');
  await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({
    code: 'PAYMENT_OUTCOME_UNKNOWN',
    status: 503,
  });
  expect(await world.books()).toEqual({});
  expect(await world.openJobs()).toEqual(['payment.observe']);
  await Promise.all([1, 2, 3].map(() => observePayment(world.gateway, asked.paymentKey)));
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
  expect(await world.count('ledger.posting')).toBe(1);
  expect(await world.openJobs()).toEqual([]);
});

test('the same confirm after a lost answer goes on where it was', async () => {
  const asked = await ordered();
  await fault('drop-after-commit');
  await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  expect(await confirmPayment(world.gateway, asked)).toMatchObject({ status: 'DONE' });
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
});

test.each(['drop-before-commit', 'error'] as const)(
  'a confirm that never arrived (%s) is sent again by its repeat',
  async (kind) => {
    world.patienceMs = 100;
    const asked = await ordered();
    await fault(kind);
    await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
    expect(await world.books()).toEqual({});
    expect(await confirmPayment(world.gateway, asked)).toMatchObject({ status: 'DONE' });
    expect(await world.books()).toEqual(BOOKS_OF_TWO);
  },
);

test('a refusal whose answer was lost is found by the look', async () => {
  const facts = twoSellers();
  await createOrder(world.gateway, facts);
  const asked = await buyerPays(world.sandbox, facts, { refuseWith: 'REJECT_CARD_COMPANY' });
  await fault('drop-after-commit');
  await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await observePayment(world.gateway, asked.paymentKey);
  await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({
    extensions: { providerCode: 'REJECT_CARD_COMPANY' },
  });
});

test('a process that dies before it could ask leaves a payment that ends with the provider’s word', async () => {
  const asked = await ordered();
  await openPayment(world.gateway, asked); // The process dies here: nothing is sent.
  await world.later(31);
  await observePayment(world.gateway, asked.paymentKey);
  expect(await stateOf(asked.orderId)).toBe('confirming');
  expect(await world.openJobs()).toEqual(['payment.observe', 'payment.observe']);

  await world.later(600);
  await observePayment(world.gateway, asked.paymentKey);
  expect(await stateOf(asked.orderId)).toBe('refused');
  expect(await world.books()).toEqual({});
});

test('a process that dies before it could ask is continued by the repeat of its request', async () => {
  world.patienceMs = 100;
  const asked = await ordered();
  await openPayment(world.gateway, asked);
  expect(await confirmPayment(world.gateway, asked)).toMatchObject({ status: 'DONE' });
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
});

test('a process that dies between answer and booking is made up for by the look', async () => {
  const asked = await ordered();
  const { payment } = await openPayment(world.gateway, asked);
  await world.sandbox.api.confirmPayment({ body: asked }, { idempotencyKey: payment.id });
  await observePayment(world.gateway, asked.paymentKey);
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
});

test('"already processed" after a try of ours is looked up, not believed', async () => {
  const asked = await ordered();
  const { payment } = await openPayment(world.gateway, asked);
  const payable = await readPayableOrder(world.db, asked.orderId);
  await world.sandbox.api.confirmPayment({ body: asked }, { idempotencyKey: 'another-key' });
  expect(await askProvider(world.gateway, payable as NonNullable<typeof payable>, payment)).toMatchObject({
    status: 'DONE',
  });
  expect(await world.books()).toEqual(BOOKS_OF_TWO);
});

test('a payment that was approved and canceled while we were away is booked in that order', async () => {
  const asked = await ordered();
  await fault('drop-after-commit');
  await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  const { cancels, lastTransactionKey } = await world.sandbox.api.cancelPayment({
    params: { paymentKey: asked.paymentKey },
    body: { cancelReason: 'from the console' },
  });
  await observePayment(world.gateway, asked.paymentKey);
  expect(await stateOf(asked.orderId)).toBe('canceled');
  expect(await world.books()).toEqual({});
  const [row] = await world.db.query<{ transaction_key: string }[]>(
    'select transaction_key from gateway.payment where payment_key = $1',
    [asked.paymentKey],
  );
  expect(row?.transaction_key).toMatch(/^txrd/);
  expect([lastTransactionKey, cancels?.[0]?.transactionKey]).not.toContain(row?.transaction_key);
});

test('while the provider is away the look is put off, and after a day a person is told', async () => {
  const asked = await ordered();
  await openPayment(world.gateway, asked);
  await fault('error', 'getPayment', 6);
  await observePayment(world.gateway, asked.paymentKey);
  expect(await world.openJobs()).toEqual(['payment.observe', 'payment.observe']);
  await world.later(86_401);
  await expect(observePayment(world.gateway, asked.paymentKey)).rejects.toThrow('still undecided after a day');
  expect(await stateOf(asked.orderId)).toBe('confirming');
});

test('a payment key that the provider never heard of is refused, but not while its confirm may be on its way', async () => {
  const facts = twoSellers();
  await createOrder(world.gateway, facts);
  const asked = { paymentKey: 'unheard-of', orderId: facts.orderId, amount: facts.totalAmount };
  await openPayment(world.gateway, asked);
  await observePayment(world.gateway, asked.paymentKey);
  expect(await stateOf(asked.orderId)).toBe('confirming');
  await world.later(31);
  await observePayment(world.gateway, asked.paymentKey);
  await expect(confirmPayment(world.gateway, asked)).rejects.toMatchObject({
    extensions: { providerCode: 'NOT_FOUND_PAYMENT' },
  });
});

test('an approved payment that the provider does not know any more raises the alarm', async () => {
  const asked = await ordered();
  await confirmPayment(world.gateway, asked);
  await world.db.query(`update gateway.payment set payment_key = 'forgotten' where payment_key = $1`, [
    asked.paymentKey,
  ]);
  await expect(observePayment(world.gateway, 'forgotten')).rejects.toThrow('does not know it');
  expect(world.alarms).toEqual(['answer-differs']);
});

test('an order costs 2 statements and its confirm 9, however many lines it has', async () => {
  const statements = jest.spyOn(pg.Client.prototype, 'query');
  const count = async (work: () => Promise<unknown>) => {
    statements.mockClear();
    await work();
    return statements.mock.calls.length;
  };
  // Like in production, the calendar is cached and not read for each payment.
  const gateway = { ...world.gateway, calendar: calendarReader(world.db, 60_000) };
  await gateway.calendar();
  const facts = order(Array.from({ length: 20 }, () => ({})));
  expect(await count(() => createOrder(gateway, facts))).toBe(2);
  const asked = await buyerPays(world.sandbox, facts);
  expect(await count(() => confirmPayment(gateway, asked))).toBe(9);
  statements.mockRestore();
});

test('an answer about other money is not booked, and raises the alarm', async () => {
  const asked = await ordered();
  const lying: Gateway = {
    ...world.gateway,
    provider: {
      ...world.gateway.provider,
      confirmPayment: async (...call) => ({
        ...(await world.sandbox.api.confirmPayment(...call)),
        totalAmount: 28_000n,
      }),
    },
  };
  await expect(confirmPayment(lying, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  expect(await world.books()).toEqual({});
  expect(await stateOf(asked.orderId)).toBe('confirming');
  expect(world.alarms).toEqual(['answer-differs']);
});

test('an approval after our refusal is not booked, and raises the alarm', async () => {
  const asked = await ordered();
  await openPayment(world.gateway, asked);
  await world.db.query(`update gateway.payment set state = 'refused' where payment_key = $1`, [asked.paymentKey]);
  await world.sandbox.api.confirmPayment({ body: asked });
  await expect(observePayment(world.gateway, asked.paymentKey)).rejects.toThrow(
    'approved 29000 of a payment that is refused',
  );
  expect(world.alarms).toEqual(['approved-after-refusal']);
  expect(await world.books()).toEqual({});
});

test('with a key that the provider does not take, the outcome is unknown, not refused', async () => {
  const asked = await ordered();
  const refusal = new CallError('rejected', 401, 'UNAUTHORIZED_KEY', '');
  const provider = { ...world.gateway.provider, confirmPayment: () => Promise.reject(refusal) };
  const locked: Gateway = { ...world.gateway, provider };
  await expect(confirmPayment(locked, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  expect(await stateOf(asked.orderId)).toBe('confirming');
});

test('a nudge about somebody else’s payment is ignored', async () => {
  const stranger = await buyerPays(world.sandbox, order());
  const before = await footprint(world.db);
  await observePayment(world.gateway, stranger.paymentKey);
  await observePayment(world.gateway, 'no-such-payment');
  expect(await footprint(world.db)).toEqual(before);
});
