import { createOrder } from '../../orders/create-order/create-order.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';
import { cancelPayment } from '../cancel-payment/cancel-payment.js';
import type { CancelAsked } from '../cancel-payment/plan-cancel.js';
import { listOrderCancels } from '../cancel-order/read-cancels.js';
import { findCancel } from '../find-cancel/find-cancel.js';
import { observeCancel } from './observe-cancel.js';

jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(async () => {
  await world.open();
  await world.sandbox.control.changeSettings({ body: { overseasCancelSeconds: null } });
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.begin();
  world.patienceMs = 100;
});
afterEach(() => world.end());

const HOUR_SECONDS = 3_600;
const TOTAL = 10_000n;
const ABROAD = { method: '간편결제', easyPay: { provider: 'ALIPAY' } } as const;
type Paid = Readonly<{ paymentKey: string; orderId: string }>;

/** An order in won that is paid by easy pay abroad, whose cancels take time. */
async function paid(): Promise<Paid> {
  const facts = order();
  await createOrder(world.gateway, facts);
  const payment = await buyerPays(world.sandbox, facts, ABROAD);
  await confirmPayment(world.gateway, payment);
  return payment;
}
const cancel = ({ paymentKey }: Paid, asked: Partial<CancelAsked> = {}) =>
  cancelPayment(world.gateway, {
    paymentKey,
    requestKey: `ours of ${paymentKey}`,
    asked: { cancelReason: '변심', cancelRequestId: 'market-cancel-1', ...asked },
  });
const inConsole = async ({ paymentKey }: Paid) =>
  world.sandbox.api.cancelPayment({
    params: { paymentKey },
    body: { cancelReason: 'from the console', cancelAmount: TOTAL, currency: 'KRW', cancelRequestId: 'console-1' },
  });
const atProvider = async ({ paymentKey }: Paid) =>
  (await world.sandbox.api.getPayment({ params: { paymentKey } })).cancels ?? [];
async function finish(payment: Paid, result: 'DONE' | 'ABORTED'): Promise<string> {
  const open = (await atProvider(payment)).find(({ cancelStatus }) => cancelStatus === 'IN_PROGRESS');
  const params = { paymentKey: payment.paymentKey, transactionKey: open?.transactionKey ?? '' };
  await world.sandbox.control.finishCancel({ params, body: { result } });
  return params.transactionKey;
}
const shown = async ({ orderId }: Paid) => (await listOrderCancels(world.gateway, orderId, {})).items;
const ours = async (payment: Paid) => (await shown(payment)).find(({ reason }) => reason === '변심');
const look = async (payment: Paid) => observeCancel(world.gateway, (await ours(payment))?.cancelId ?? '');
/** Looks every hour, as the jobs do. */
async function lookForHours(payment: Paid, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await world.later(HOUR_SECONDS);
    await look(payment);
  }
}
const receivable = async () => (await world.books())['provider:receivable'] ?? 0n;

test('a cancel in progress abroad waits for days, with its age, under the reference of its caller', async () => {
  const payment = await paid();
  expect((await cancel(payment)).cancels).toMatchObject([
    { cancelStatus: 'IN_PROGRESS', cancelRequestId: 'market-cancel-1' },
  ]);
  await lookForHours(payment, 1);
  const waiting = await ours(payment);
  expect(waiting).toMatchObject({ state: 'waiting', waitingSince: world.gateway.now() });
  await lookForHours(payment, 72);
  expect(await ours(payment)).toEqual(waiting);
  const jobs = (await world.openJobs()).length;
  await findCancel(world.gateway, await finish(payment, 'DONE'));
  expect((await world.openJobs()).length).toBe(jobs + 1);
  await look(payment);
  expect(await ours(payment)).toMatchObject({ state: 'done', amount: TOTAL });
  expect(await receivable()).toBe(0n);
  expect(await shown(payment)).toHaveLength(1);
});

test('a cancel that waits behind one of the console goes out when that one ends without effect', async () => {
  const payment = await paid();
  await inConsole(payment);
  await expect(cancel(payment)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await lookForHours(payment, 30);
  expect(await ours(payment)).toMatchObject({ state: 'waiting' });
  await finish(payment, 'ABORTED');
  await look(payment);
  expect(await atProvider(payment)).toMatchObject([
    { cancelStatus: 'ABORTED', cancelRequestId: 'console-1' },
    { cancelStatus: 'IN_PROGRESS', cancelRequestId: 'market-cancel-1' },
  ]);
  await lookForHours(payment, 30);
  expect(await ours(payment)).toMatchObject({ state: 'waiting' });
  await finish(payment, 'DONE');
  await look(payment);
  expect(await shown(payment)).toMatchObject([{ state: 'done', reason: '변심' }]);
  expect(await receivable()).toBe(0n);
});

test('a cancel that waits behind one of the console is refused when that one took everything', async () => {
  const payment = await paid();
  await inConsole(payment);
  await expect(cancel(payment)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await lookForHours(payment, 30);
  await finish(payment, 'DONE');
  await look(payment);
  expect(await ours(payment)).toMatchObject({ state: 'refused', providerCode: 'ALREADY_CANCELED_PAYMENT' });
  expect((await shown(payment)).map(({ state }) => state).sort()).toEqual(['done', 'refused']);
  expect(await receivable()).toBe(0n);
});

test('a provider that is away does not end the waiting; when the waiting is over, an unknown outcome has a day', async () => {
  const payment = await paid();
  await inConsole(payment);
  await expect(cancel(payment)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  await lookForHours(payment, 30);
  const away = (times: number) =>
    world.sandbox.control.addFault({ body: { operation: 'getPayment', kind: 'error', times } });
  await away(3);
  await look(payment);
  await world.sandbox.control.clearFaults({});
  await finish(payment, 'ABORTED');
  await world.sandbox.control.addFault({ body: { operation: 'cancelPayment', kind: 'drop-before-commit', times: 1 } });
  await look(payment);
  expect(await ours(payment)).toMatchObject({ state: 'requested' });
  await world.later(23 * HOUR_SECONDS);
  await away(3);
  await look(payment);
  await world.later(2 * HOUR_SECONDS);
  await away(3);
  await expect(look(payment)).rejects.toThrow('still undecided after a day');
});

test('the repeat of a cancel with another reference is another cancel', async () => {
  const payment = await paid();
  await cancel(payment);
  await expect(cancel(payment, { cancelRequestId: 'market-cancel-2' })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  expect((await cancel(payment)).cancels).toHaveLength(1);
});
