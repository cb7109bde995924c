import { randomUUID } from 'node:crypto';
import type { OrderFacts } from '../../orders/create-order/check-order.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import { readOrder } from '../../orders/read-order/read-order.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, footprint, order } from '../../testing/market.js';
import { cancelPayment } from '../cancel-payment/cancel-payment.js';
import { cancelOrder } from './cancel-order.js';
import { listOrderCancels } from './read-cancels.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

type Asked = Parameters<typeof cancelOrder>[1]['asked'];

/** L1: 3 units of 10,000 won, half of them free of tax. L2: one unit beyond 2^31 won. */
const facts = () =>
  order([
    { quantity: 3, taxFreeAmount: 5_000n },
    { sellerId: 'bolt', amount: 3_000_000_001n, discountAmount: 1n },
  ]);

async function paid(asked: OrderFacts = facts()): Promise<string> {
  await createOrder(world.gateway, asked);
  await confirmPayment(world.gateway, await buyerPays(world.sandbox, asked));
  return asked.orderId;
}
const cancel = (orderId: string, asked: Partial<Asked> = {}, requestKey: string = randomUUID()) =>
  cancelOrder(world.gateway, { orderId, requestKey, asked: { reason: 'changed my mind', ...asked } });
const units = (quantity: number, lineId = 'L1') => ({ lines: [{ lineId, quantity }] });

test('units canceled one by one give back exactly the line, and the order shows them', async () => {
  const orderId = await paid();
  const before = await world.books();
  const given = [await cancel(orderId, units(1)), await cancel(orderId, units(1)), await cancel(orderId, units(1))];
  expect(given.map(({ amount }) => amount)).toEqual([3_334n, 3_333n, 3_333n]);
  expect(given[0]).toMatchObject({
    orderId,
    state: 'done',
    reason: 'changed my mind',
    lines: [{ lineId: 'L1', sellerId: 'acme', quantity: 1, paid: 3_334n, taxFreeAmount: 1_667n, toDebt: 0n }],
  });
  const { lines, paymentState } = await readOrder(world.gateway, orderId);
  expect(paymentState).toBe('partially_canceled');
  expect(lines).toMatchObject([
    { quantity: 3, canceled: 10_000n, canceledQuantity: 3 },
    { quantity: 1, canceled: 0n, canceledQuantity: 0 },
  ]);
  expect(await world.books()).toMatchObject({ 'seller:bolt:pending': before['seller:bolt:pending'] });
  expect(await world.books()).not.toHaveProperty('seller:acme:pending');
});

test('everything is canceled without lines, beyond 2^31 won, with every unit', async () => {
  const orderId = await paid();
  await cancel(orderId, units(2));
  const rest = await cancel(orderId);
  expect(rest).toMatchObject({ amount: 3_000_003_333n, lines: [{ quantity: 1 }, { quantity: 1 }] });
  expect(await world.books()).toEqual({});
});

test('a part of the price gives back no unit, and the last won of a line all of them', async () => {
  const orderId = await paid();
  await cancel(orderId, { lines: [{ lineId: 'L1', amount: 1_000n }] });
  expect((await readOrder(world.gateway, orderId)).lines[0]).toMatchObject({ canceledQuantity: 0 });
  expect((await cancel(orderId, units(1))).amount).toBe(3_000n);
  await cancel(orderId, { lines: [{ lineId: 'L1' }, { lineId: 'L2', quantity: 1 }] });
  expect((await readOrder(world.gateway, orderId)).lines).toMatchObject([
    { canceled: 10_000n, canceledQuantity: 3 },
    { canceled: 3_000_000_000n, canceledQuantity: 1 },
  ]);
  expect(await world.books()).toEqual({});
});

test('a cancel from the console that takes the rest of a line gives back its units', async () => {
  const asked = order([{ quantity: 4 }]);
  const orderId = await paid(asked);
  const { paymentKey } = await world.sandbox.api.getPaymentByOrder({ params: { orderId } });
  await cancel(orderId, units(1));
  const body = { cancelReason: 'from the console', cancelAmount: 7_500n };
  await world.sandbox.api.cancelPayment({ params: { paymentKey }, body });
  await expect(cancel(orderId, units(1))).rejects.toMatchObject({ code: 'CANCEL_REFUSED' });
  const { items } = await listOrderCancels(world.gateway, orderId, {});
  expect(items.map(({ state, lines }) => [state, lines[0]?.quantity])).toContainEqual(['refused', 1]);
});

test('of 8 cancels of the last unit at once one is done, and the others exceed what was sold', async () => {
  const orderId = await paid();
  await cancel(orderId, units(2));
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => cancel(orderId, units(1))));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
  expect(new Set(codes)).toEqual(new Set(['CANCEL_QUANTITY_EXCEEDS']));
  expect((await readOrder(world.gateway, orderId)).lines[0]?.canceledQuantity).toBe(3);
});

test('a repeat under the same key is the same cancel, also after a lost answer; other lines are refused', async () => {
  const orderId = await paid();
  const key = randomUUID();
  world.patienceMs = 0;
  await world.sandbox.control.addFault({ body: { operation: 'cancelPayment', kind: 'drop-after-commit', times: 1 } });
  await expect(cancel(orderId, units(1), key)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  const first = await cancel(orderId, units(1), key);
  expect(await cancel(orderId, units(1), key)).toEqual(first);
  await expect(cancel(orderId, units(2), key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  await expect(cancel(orderId, {}, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect((await readOrder(world.gateway, orderId)).lines[0]?.canceledQuantity).toBe(1);
});

// prettier-ignore
test.each<[string, Partial<Asked>, string]>([
  ['more units than were sold',     units(4),                                                               'CANCEL_QUANTITY_EXCEEDS'],
  ['more units of the second line', { lines: [{ lineId: 'L1', quantity: 1 }, { lineId: 'L2', quantity: 2 }] }, 'CANCEL_QUANTITY_EXCEEDS'],
  ['more won than the line has',    { lines: [{ lineId: 'L1', amount: 10_001n }] },                         'CANCEL_LINES_INVALID'],
  ['no won',                        { lines: [{ lineId: 'L1', amount: 0n }] },                              'CANCEL_LINES_INVALID'],
  ['an unknown line',               units(1, 'L9'),                                                         'CANCEL_LINES_INVALID'],
  ['a line twice',                  { lines: [{ lineId: 'L1', quantity: 1 }, { lineId: 'L1', quantity: 1 }] }, 'CANCEL_LINES_INVALID'],
])('a cancel of %s changes nothing', async (_, asked, code) => {
  const orderId = await paid();
  const before = await footprint(world.db);
  await expect(cancel(orderId, asked)).rejects.toMatchObject({ code });
  expect(await footprint(world.db)).toEqual(before);
});

test('an order that is unknown, or not paid, cannot be canceled', async () => {
  await expect(cancel('order-unknown')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(listOrderCancels(world.gateway, 'order-unknown', {})).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  const asked = facts();
  await createOrder(world.gateway, asked);
  await expect(cancel(asked.orderId)).rejects.toMatchObject({ code: 'ORDER_NOT_PAID' });
});

test('the list of cancels goes page by page, oldest first, with cancels of the payment among them', async () => {
  const orderId = await paid();
  const { paymentKey } = await world.sandbox.api.getPaymentByOrder({ params: { orderId } });
  const first = await cancel(orderId, units(1));
  await world.later(1);
  const asked = { cancelReason: 'by payment', cancelAmount: 10n };
  await cancelPayment(world.gateway, { paymentKey, requestKey: randomUUID(), asked });
  await world.later(1);
  const last = await cancel(orderId);
  const seen = [];
  let after: string | undefined;
  do {
    const page = await listOrderCancels(world.gateway, orderId, { limit: 1, ...(after !== undefined && { after }) });
    seen.push(...page.items);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  expect(seen).toHaveLength(3);
  expect([seen[0], seen[2]]).toEqual([first, last]);
  expect(seen[1]).toMatchObject({ reason: 'by payment', amount: 10n });
});
