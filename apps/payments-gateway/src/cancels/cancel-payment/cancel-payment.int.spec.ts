import { randomUUID } from 'node:crypto';
import { createOrder } from '../../orders/create-order/create-order.js';
import type { OrderFacts } from '../../orders/create-order/check-order.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { observeCancel } from '../observe-cancel/observe-cancel.js';
import { observePayment } from '../../payments/observe-payment/observe-payment.js';
import { readOrder } from '../../orders/read-order/read-order.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, footprint, mature, order, reserve } from '../../testing/market.js';
import { cancelPayment } from './cancel-payment.js';
import type { CancelAsked } from './plan-cancel.js';
import { requestCancel } from './request-cancel.js';
import { watchKeys } from '../../testing/watch-keys.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

/**
 * An order of 36,000 won: three lines of three sellers, partly tax-free, one with a discount that the platform bears.
 */
const facts = () =>
  order([
    { amount: 10_000n, discountAmount: 1_000n, taxFreeAmount: 3_000n },
    { amount: 20_000n, sellerId: 'bolt' },
    { amount: 7_000n, sellerId: 'coda', taxFreeAmount: 7_000n },
  ]);
async function paid(asked: OrderFacts = facts()): Promise<{ paymentKey: string; orderId: string }> {
  await createOrder(world.gateway, asked);
  const payment = await buyerPays(world.sandbox, asked);
  await confirmPayment(world.gateway, payment);
  return payment;
}
const cancel = (paymentKey: string, asked: Partial<CancelAsked> = {}, requestKey: string = randomUUID()) =>
  cancelPayment(world.gateway, { paymentKey, requestKey, asked: { cancelReason: 'changed my mind', ...asked } });
const fault = (kind: 'drop-before-commit' | 'drop-after-commit' | 'error', operation = 'cancelPayment', times = 1) =>
  world.sandbox.control.addFault({ body: { operation, kind, times } });
const atProvider = (paymentKey: string) => world.sandbox.api.getPayment({ params: { paymentKey } });
const fromConsole = (paymentKey: string, cancelAmount: bigint, taxFreeAmount = 0n) =>
  world.sandbox.api.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: 'from the console', cancelAmount, taxFreeAmount },
  });
const keyOf = (paymentKey: string): string => `market:${paymentKey}`;
async function cancelOf(paymentKey: string): Promise<string> {
  const [row] = await world.db.query<{ id: string }[]>(
    'select c.id from gateway.cancel c join gateway.payment p on p.id = c.payment_id where p.payment_key = $1',
    [paymentKey],
  );
  return row?.id ?? 'none';
}

test('a whole cancel leaves nothing on any account and tells the provider what was free of tax', async () => {
  const { paymentKey, orderId } = await paid();
  const answer = await cancel(paymentKey);
  expect(answer).toMatchObject({ status: 'CANCELED', balanceAmount: 0n, taxFreeAmount: 0n });
  expect(answer.cancels).toMatchObject([{ cancelAmount: 36_000n, taxFreeAmount: 10_000n }]);
  expect(await world.books()).toEqual({});
  const view = await readOrder(world.gateway, orderId);
  expect(view.paymentState).toBe('canceled');
  expect(view.lines.map((line) => line.canceled)).toEqual([9_000n, 20_000n, 7_000n]);
  expect(await world.openJobs()).toEqual([]);
  const events = await world.db.query<unknown[]>(
    `select type, data from messaging.event where data ->> 'orderId' = $1`,
    [orderId],
  );
  expect(events).toContainEqual({
    type: 'payment.canceled',
    data: expect.objectContaining({ orderId, amount: '36000' }) as object,
  });
});

// prettier-ignore
test.each`
  parts                                                                                    | because
  ${[{ cancelAmount: 9_000n, lines: [{ lineId: 'L1', amount: 9_000n }] }, {}]}             | ${'one line, then the rest'}
  ${[{ cancelAmount: 1n }, { cancelAmount: 17_777n }, { cancelAmount: 35n }, {}]}          | ${'odd parts of the whole order'}
  ${[{ cancelAmount: 35_999n }, { cancelAmount: 1n }]}                                     | ${'all but one won'}
  ${[{ cancelAmount: 12_345n }, { cancelAmount: 4_444n, lines: [{ lineId: 'L3', amount: 4_444n }] }, {}]} | ${'by order and by line'}
`('partial cancels end at zero: $because', async ({ parts }: { parts: Partial<CancelAsked>[] }) => {
  const { paymentKey } = await paid();
  for (const part of parts) await cancel(paymentKey, part);
  expect(await world.books()).toEqual({});
  expect(await atProvider(paymentKey)).toMatchObject({ balanceAmount: 0n, taxFreeAmount: 0n, status: 'PARTIAL_CANCELED' });
  expect(await world.count('gateway.cancel')).toBe(parts.length);
});

test('a partial cancel reverses every component of its lines in proportion', async () => {
  const { paymentKey, orderId } = await paid();
  const before = await world.books();
  await cancel(paymentKey, { cancelAmount: 4_500n, lines: [{ lineId: 'L1', amount: 4_500n }] });
  // Expected are the halves of a line with 9,000 paid, 1,000 promotion, 1,000 commission and 100 VAT.
  expect(await world.books()).toEqual({
    ...before,
    'provider:receivable': 31_500n,
    'platform:promotion': 500n,
    'platform:commission': (before['platform:commission'] ?? 0n) + 500n,
    'platform:vat': (before['platform:vat'] ?? 0n) + 50n,
    'seller:acme:pending': -4_450n,
  });
  expect((await readOrder(world.gateway, orderId)).paymentState).toBe('partially_canceled');
  expect((await atProvider(paymentKey)).cancels).toMatchObject([{ cancelAmount: 4_500n, taxFreeAmount: 1_500n }]);
});

test('a cancel carries its id as idempotency key, also when it is sent again', async () => {
  const { paymentKey } = await paid();
  await fault('drop-before-commit');
  const { watched, keys } = watchKeys(world.gateway);
  const request = { paymentKey, requestKey: keyOf(paymentKey), asked: { cancelReason: 'changed my mind' } };
  await expect(cancelPayment(watched, request)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await cancelPayment(watched, request);
  const id = await cancelOf(paymentKey);
  expect(keys).toEqual([id, id]);
});

test('the same request key is one cancel, also 8 times at once, and not another cancel', async () => {
  const { paymentKey } = await paid();
  const part = { cancelAmount: 10_000n };
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(paymentKey, part, keyOf(paymentKey))));
  for (const answer of answers) expect(answer.balanceAmount).toBe(26_000n);
  expect(await cancel(paymentKey, part, keyOf(paymentKey))).toEqual(answers[0]);
  expect(await world.count('gateway.cancel')).toBe(1);
  expect((await atProvider(paymentKey)).cancels).toHaveLength(1);
  await expect(cancel(paymentKey, { cancelAmount: 10_001n }, keyOf(paymentKey))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

test('different cancels at once take turns, and together never exceed the payment', async () => {
  const { paymentKey } = await paid();
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => cancel(paymentKey, { cancelAmount: 10_000n })));
  const codes = results.map((r) => (r.status === 'rejected' ? (r.reason as { code: string }).code : 'done'));
  expect(codes.toSorted()).toEqual(['CANCEL_EXCEEDS_BALANCE', 'done', 'done', 'done']);
  expect((await atProvider(paymentKey)).balanceAmount).toBe(6_000n);
  expect((await world.books())['provider:receivable']).toBe(6_000n);
});

test('what cannot be canceled is refused and nothing is written', async () => {
  const { paymentKey } = await paid();
  await cancel(paymentKey, { cancelAmount: 30_000n });
  const before = await footprint(world.db);
  const refusals: [Partial<CancelAsked>, string][] = [
    [{ cancelAmount: 6_001n }, 'CANCEL_EXCEEDS_BALANCE'],
    [{ cancelAmount: 100n, lines: [{ lineId: 'L9', amount: 100n }] }, 'CANCEL_LINES_INVALID'],
    [{ cancelAmount: 100n, lines: [{ lineId: 'L1', amount: 99n }] }, 'CANCEL_LINES_INVALID'],
    [{ cancelAmount: 5_000n, lines: [{ lineId: 'L3', amount: 5_000n }] }, 'CANCEL_LINES_INVALID'],
    [{ cancelReason: 'a\0b' }, 'INVALID_REQUEST'],
  ];
  for (const [asked, code] of refusals) await expect(cancel(paymentKey, asked)).rejects.toMatchObject({ code });
  await expect(cancel('no-such-payment')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
  expect(await footprint(world.db)).toEqual(before);
});

test('a cancel after maturity takes payable money as far as it goes, and the rest is debt', async () => {
  const { paymentKey, orderId } = await paid(
    order([
      { sellerId: 'dora', amount: 10_000n },
      { sellerId: 'bolt', amount: 10_000n },
    ]),
  );
  await mature(world.db, orderId, 'L1');
  await cancel(paymentKey, { cancelAmount: 5_000n, lines: [{ lineId: 'L1', amount: 5_000n }] });
  expect(await world.books()).toMatchObject({ 'seller:dora:payable': -4_450n, 'seller:bolt:pending': -8_900n });

  // A payout takes 4,000 of dora's 4,450 won.
  await reserve(world.db, 'dora', 4_000n);
  await cancel(paymentKey);
  const books = await world.books();
  expect(books).toEqual({ 'seller:dora:reserved': -4_000n, 'seller:dora:debt': 4_000n });
  const lines = await world.db.query<unknown[]>(
    `select line_id, net, from_payable, to_debt from gateway.cancel_line where order_id = $1 order by line_id, to_debt`,
    [orderId],
  );
  expect(lines).toEqual([
    { line_id: 'L1', net: 4_450n, from_payable: 4_450n, to_debt: 0n },
    { line_id: 'L1', net: 4_450n, from_payable: 450n, to_debt: 4_000n },
    { line_id: 'L2', net: 8_900n, from_payable: 0n, to_debt: 0n },
  ]);
});

test('cancels and maturity at once: every won is taken once, from where it is', async () => {
  const orders = await Promise.all([1, 2, 3, 4, 5, 6].map(() => paid(order([{}, { sellerId: 'bolt' }]))));
  await Promise.all(
    orders.flatMap(({ paymentKey, orderId }) => [cancel(paymentKey), mature(world.db, orderId, 'L1', 'L2')]),
  );
  expect(Object.keys(await world.books())).toEqual([]);
});

test('a cancel whose answer was lost is unknown, holds the next one, and the look books it exactly once', async () => {
  const { paymentKey } = await paid();
  await fault('drop-after-commit');
  const part = { cancelAmount: 10_000n };
  await expect(cancel(paymentKey, part, keyOf(paymentKey))).rejects.toMatchObject({
    code: 'PAYMENT_OUTCOME_UNKNOWN',
    status: 503,
  });
  expect((await world.books())['provider:receivable']).toBe(36_000n);
  expect(await world.openJobs()).toEqual(['payment-cancel.observe']);

  const id = await cancelOf(paymentKey);
  await Promise.all([1, 2, 3].map(() => observeCancel(world.gateway, id)));
  expect((await world.books())['provider:receivable']).toBe(26_000n);
  expect(await world.openJobs()).toEqual([]);
  expect(await cancel(paymentKey, part, keyOf(paymentKey))).toMatchObject({ balanceAmount: 26_000n });
  expect((await atProvider(paymentKey)).cancels).toHaveLength(1);
});

test('the nudge of a webhook books a cancel whose answer was lost', async () => {
  const { paymentKey } = await paid();
  await fault('drop-after-commit');
  await expect(cancel(paymentKey, { cancelAmount: 9_999n })).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await observePayment(world.gateway, paymentKey);
  await observePayment(world.gateway, paymentKey);
  expect((await world.books())['provider:receivable']).toBe(26_001n);
});

test('the next cancel finds out what became of one whose answer was lost', async () => {
  world.patienceMs = 100;
  const { paymentKey } = await paid();
  await fault('drop-after-commit');
  await expect(cancel(paymentKey, { cancelAmount: 10_000n })).rejects.toMatchObject({
    code: 'PAYMENT_OUTCOME_UNKNOWN',
  });
  expect(await cancel(paymentKey)).toMatchObject({ balanceAmount: 0n });
  expect(await world.books()).toEqual({});
});

test('a cancel that never arrived goes out again once it had time to settle, and holds the next one until then', async () => {
  world.patienceMs = 100;
  const { paymentKey } = await paid();
  await fault('drop-before-commit');
  await expect(cancel(paymentKey, { cancelAmount: 10_000n })).rejects.toMatchObject({
    code: 'PAYMENT_OUTCOME_UNKNOWN',
  });
  await expect(cancel(paymentKey, { cancelAmount: 1n })).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  const id = await cancelOf(paymentKey);
  await world.later(30);
  await observeCancel(world.gateway, id);
  expect((await atProvider(paymentKey)).cancels).toBeNull();
  expect(await world.openJobs()).toEqual(['payment-cancel.observe', 'payment-cancel.observe']);

  await world.later(30);
  await observeCancel(world.gateway, id);
  expect((await atProvider(paymentKey)).cancels).toHaveLength(1);
  expect((await world.books())['provider:receivable']).toBe(26_000n);
});

test('while the provider is away the look for a cancel is put off, and after a day a person is told', async () => {
  const { paymentKey } = await paid();
  await fault('drop-before-commit');
  await expect(cancel(paymentKey)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await fault('error', 'getPayment', 6);
  const id = await cancelOf(paymentKey);
  await observeCancel(world.gateway, id);
  expect(await world.openJobs()).toEqual(['payment-cancel.observe', 'payment-cancel.observe']);
  await world.later(86_401);
  await expect(observeCancel(world.gateway, id)).rejects.toThrow('still undecided after a day');
  expect((await world.books())['provider:receivable']).toBe(36_000n);
});

test('a process that dies before it could ask is continued by the repeat of its request', async () => {
  world.patienceMs = 100;
  const { paymentKey } = await paid();
  const asked = { cancelReason: 'changed my mind', cancelAmount: 10_000n };
  await requestCancel(world.gateway, { paymentKey, requestKey: keyOf(paymentKey), asked });
  expect(await cancel(paymentKey, asked, keyOf(paymentKey))).toMatchObject({ balanceAmount: 26_000n });
  expect((await world.books())['provider:receivable']).toBe(26_000n);
});

test('a process that dies between answer and booking is made up for by the look', async () => {
  const { paymentKey } = await paid();
  const asked = { cancelReason: 'changed my mind', cancelAmount: 10_000n };
  const requested = await requestCancel(world.gateway, { paymentKey, requestKey: keyOf(paymentKey), asked });
  if (requested.kind !== 'fresh') throw new Error('The cancel should be new');
  const call = { params: { paymentKey }, body: asked };
  await world.sandbox.api.cancelPayment(call, { idempotencyKey: requested.cancel.id });
  await observeCancel(world.gateway, requested.cancel.id);
  expect((await world.books())['provider:receivable']).toBe(26_000n);
  expect(await world.count('gateway.cancel')).toBe(1);
});

test('cancels that somebody made in the console are taken over, line by line', async () => {
  const { paymentKey, orderId } = await paid();
  await fromConsole(paymentKey, 12_000n);
  await fromConsole(paymentKey, 12_000n);
  await Promise.all([1, 2, 3].map(() => observePayment(world.gateway, paymentKey)));
  expect((await readOrder(world.gateway, orderId)).lines.map((line) => line.canceled)).toEqual([
    6_000n,
    13_334n,
    4_666n,
  ]);
  expect(await world.count('gateway.cancel')).toBe(2);
  await fromConsole(paymentKey, 12_000n, 10_000n);
  await observePayment(world.gateway, paymentKey);
  expect(await world.books()).toEqual({});
});

test('a cancel that the console overtook is refused, and what the console did is looked up at once', async () => {
  const { paymentKey } = await paid();
  await fromConsole(paymentKey, 30_000n, 10_000n);
  for (const _ of [1, 2]) {
    await expect(cancel(paymentKey, { cancelAmount: 10_000n }, keyOf(paymentKey))).rejects.toMatchObject({
      code: 'CANCEL_REFUSED',
      status: 409,
      extensions: { providerCode: 'NOT_CANCELABLE_AMOUNT' },
    });
  }
  expect(await world.openJobs()).toEqual(['payment.observe']);
  await observePayment(world.gateway, paymentKey);
  expect((await world.books())['provider:receivable']).toBe(6_000n);
});

test('a cancel asked line by line that the console overtook takes what its lines still have, then the rest', async () => {
  world.patienceMs = 100;
  const { paymentKey, orderId } = await paid();
  const asked = { cancelReason: 'changed my mind', cancelAmount: 9_000n, lines: [{ lineId: 'L1', amount: 9_000n }] };
  await requestCancel(world.gateway, { paymentKey, requestKey: keyOf(paymentKey), asked });
  await fromConsole(paymentKey, 18_000n);
  await cancel(paymentKey, asked, keyOf(paymentKey));
  // The cancel in the console took half of every line. 4,500 were left of L1; the other 4,500 of ours come from L2 and
  // L3.
  expect((await readOrder(world.gateway, orderId)).lines.map((line) => line.canceled)).toEqual([
    9_000n,
    13_333n,
    4_667n,
  ]);
  expect((await world.books())['provider:receivable']).toBe(9_000n);
  expect(await cancel(paymentKey)).toMatchObject({ balanceAmount: 0n });
  expect(await world.books()).toEqual({});
});
