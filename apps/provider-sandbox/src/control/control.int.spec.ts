import { authenticated, freezeAt, funded, paid, seoul } from '../testing/buyer.js';
import { startReceiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { approved, payoutItem, registered } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.control.reset({}));

describe('the clock', () => {
  test('shows the system time until it is set, stands still when frozen, and runs on when let go', async () => {
    const untouched = await sandbox.control.readClock({});
    expect(untouched.mode).toBe('running');
    expect(Math.abs(untouched.now.getTime() - Date.now())).toBeLessThan(5_000);
    const frozen = { now: seoul('2026-03-04T10:00:00'), mode: 'frozen' as const };
    expect(await sandbox.control.setClock({ body: frozen })).toEqual({ ...frozen, speed: 1 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await sandbox.control.readClock({})).toEqual({ ...frozen, speed: 1 });
    await sandbox.control.setClock({ body: { mode: 'running' } });
    await until('the clock runs', async () => (await sandbox.control.readClock({})).now > frozen.now);
    expect((await sandbox.control.readClock({})).now.getTime() - frozen.now.getTime()).toBeLessThan(5_000);
  });

  test('runs from where it is set', async () => {
    await sandbox.control.setClock({ body: { now: seoul('2026-03-04T10:00:00'), mode: 'running' } });
    await until(
      'a payment made now is of that day',
      async () => (await authenticated(sandbox, 1_000n)).requestedAt >= seoul('2026-03-04T10:00:00'),
    );
  });

  test('does not go to a year whose holidays nobody knows', async () => {
    await expect(sandbox.control.setClock({ body: { now: seoul('2199-01-01T00:00:00') } })).rejects.toMatchObject({
      status: 409,
      code: 'NOT_POSSIBLE',
    });
  });

  test('lets banks and buyers act by themselves as it runs', async () => {
    await sandbox.control.setClock({ body: { now: seoul('2026-03-04T10:00:00'), mode: 'running' } });
    await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: 0 } });
    await funded(sandbox, 10_000n);
    const seller = await approved(sandbox);
    const [payout] = (await sandbox.provider.createPayouts({ body: [payoutItem(seller.id, 1_000n)] })).entityBody.items;
    const read = async () => (await sandbox.provider.getPayout({ params: { id: payout?.id ?? '' } })).entityBody.status;
    await until('the payout is completed', async () => (await read()) === 'COMPLETED');
  });
});

test('what falls due while a month passes at once happens in its order, each thing at its own time', async () => {
  const receiver = await startReceiver();
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await funded(sandbox, 10_000n);
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['payout.changed'] } });
  const seller = await approved(sandbox);
  const days = ['2026-03-10', '2026-03-05', '2026-03-20'];
  await sandbox.provider.createPayouts({
    body: days.map((payoutDate) => payoutItem(seller.id, 1_000n, { scheduleType: 'SCHEDULED', payoutDate })),
  });
  await freezeAt(sandbox, '2026-04-03T10:00:00');
  expect(receiver.received.map(({ json }) => json['createdAt']).sort()).toEqual(
    [...days].sort().map((day) => `${day}T09:00:05+09:00`),
  );
  await receiver.close();
});

test('reset forgets everything but the keys', async () => {
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await funded(sandbox, 10_000n);
  await registered(sandbox);
  await sandbox.control.changeSettings({ body: { settlementCycle: 'MONTHLY' } });
  await sandbox.control.addFault({ body: { operation: '*', kind: 'error', times: 5 } });
  await sandbox.control.reset({});
  expect(await sandbox.control.readBook({})).toEqual({
    approved: 0n,
    canceled: 0n,
    settledAmount: 0n,
    settledFees: 0n,
    settledPayOut: 0n,
    pending: 0n,
    available: 0n,
    payouts: [],
    paidBySeller: [],
  });
  expect((await sandbox.provider.listSellers({ query: {} })).entityBody.items).toEqual([]);
  expect(await sandbox.control.readSettings({})).toMatchObject({ settlementCycle: 'DAILY', feeRates: { 카드: 2200 } });
  expect((await sandbox.control.readClock({})).mode).toBe('running');
});

test('everything is where it was after a restart', async () => {
  const receiver = await startReceiver();
  receiver.status = 500;
  await freezeAt(sandbox, '2026-03-04T10:00:00');
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
  await sandbox.control.changeSettings({ body: { feeRates: { 카드: 1_234 } } });
  const payment = await paid(sandbox, 10_000n);
  const seller = await registered(sandbox);
  await until('the first attempt', () => receiver.received.length === 1);
  receiver.status = 200;
  sandbox = await sandbox.restart();
  expect(await sandbox.control.readClock({})).toEqual({ now: seoul('2026-03-04T10:00:00'), mode: 'frozen', speed: 1 });
  expect(await sandbox.control.readSettings({})).toMatchObject({ feeRates: { 카드: 1_234, 간편결제: 2_500 } });
  expect(await sandbox.provider.getPayment({ params: { paymentKey: payment.paymentKey } })).toEqual({
    ...payment,
    // The sandbox listens on another port now.
    checkout: { url: expect.stringContaining(payment.paymentKey) as string },
    receipt: { url: expect.stringContaining(payment.paymentKey) as string },
  });
  expect((await sandbox.provider.getSeller({ params: { id: seller.id } })).entityBody).toEqual(seller);
  await freezeAt(sandbox, '2026-03-04T10:01:00');
  expect(receiver.received).toHaveLength(2);
  await receiver.close();
});

// prettier-ignore
test.each([
  ['a bank without accounts',    { method: '가상계좌', amount: 1_000, orderId: 'order-1', orderName: 'x', virtualAccount: { bank: '토스' } }, 400, 'INVALID_REQUEST'],
  ['an unknown refusal',         { method: '카드', amount: 1_000, orderId: 'order-1', orderName: 'x', refuseWith: 'NO_SUCH_CODE' },  400, 'INVALID_REQUEST'],
  ['more free of tax than paid', { method: '카드', amount: 1_000, orderId: 'order-1', orderName: 'x', taxFreeAmount: 1_001 },        400, 'INVALID_REQUEST'],
  ['no amount',                  { method: '카드', orderId: 'order-1', orderName: 'x' },                                             400, 'INVALID_REQUEST'],
])('a buyer with %s is refused', async (_, body, status, code) => {
  const reply = await raw(sandbox, 'POST', '/control/payments', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect([reply.status, reply.json]).toMatchObject([status, { code }]);
});

test('control is not there when it is switched off', async () => {
  const closed = await startSandbox({ CONTROL_ENABLED: 'false' });
  const reply = await raw(closed, 'GET', '/control/clock');
  expect([reply.status, reply.json]).toMatchObject([404, { code: 'NOT_FOUND_HTTP_METHOD' }]);
  await closed.stop();
});

test('malformed control requests are refused and say they are not the provider', async () => {
  const reply = await raw(sandbox, 'PUT', '/control/clock', {
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect([reply.status, reply.json['code'], reply.headers.get('x-sandbox-control')]).toEqual([
    400,
    'INVALID_REQUEST',
    'not part of the provider',
  ]);
});
