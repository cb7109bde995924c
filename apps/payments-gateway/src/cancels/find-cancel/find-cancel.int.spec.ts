import { randomUUID } from 'node:crypto';
import { won } from '@jeongsan/money';
import { cancelPayment } from '../cancel-payment/cancel-payment.js';
import { confirmPayment } from '../../payments/confirm-payment/confirm-payment.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import { observeOrder } from '../../payments/observe-order/observe-order.js';
import { observeReservation } from '../../payments/observe-reservation/observe-reservation.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';
import { findCancel } from './find-cancel.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

async function paid(): Promise<{ paymentKey: string; orderId: string }> {
  const facts = order([{ amount: 10_000n }]);
  await createOrder(world.gateway, facts);
  const payment = await buyerPays(world.sandbox, facts);
  await confirmPayment(world.gateway, payment);
  return payment;
}
const payable = async () => Object.entries(await world.books()).filter(([code]) => code.startsWith('seller:'));
const fromConsole = (paymentKey: string, cancelAmount: bigint) =>
  world.sandbox.api.cancelPayment({ params: { paymentKey }, body: { cancelReason: 'from the console', cancelAmount } });

test('a webhook that names only the order leads to its payment, and one of an unknown order to nothing', async () => {
  const { paymentKey, orderId } = await paid();
  await fromConsole(paymentKey, 10_000n);
  await observeOrder(world.gateway, orderId);
  expect(await payable()).toEqual([]);
  await observeOrder(world.gateway, 'made-up-order');
});

test('a webhook that names only a known cancel leads to its payment', async () => {
  const { paymentKey } = await paid();
  await fromConsole(paymentKey, 4_000n);
  await observeOrder(world.gateway, (await world.sandbox.api.getPayment({ params: { paymentKey } })).orderId);
  const later = await fromConsole(paymentKey, 6_000n);
  const [first] = later.cancels ?? [];
  await findCancel(world.gateway, first?.transactionKey ?? '');
  expect(await payable()).toEqual([]);
});

test('any number of invented cancel keys leads to one look a minute at each open cancel', async () => {
  const { paymentKey } = await paid();
  await world.sandbox.control.addFault({ body: { operation: 'cancelPayment', kind: 'drop-before-commit', times: 1 } });
  const asked = { paymentKey, requestKey: randomUUID(), asked: { cancelReason: 'changed my mind' } };
  await expect(cancelPayment(world.gateway, asked)).rejects.toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  const before = await world.openJobs();
  for (let i = 0; i < 5; i += 1) await findCancel(world.gateway, `made-up-${i}`);
  expect(await world.openJobs()).toEqual([...before, 'payment-cancel.observe']);
  await world.later(60);
  await findCancel(world.gateway, 'made-up');
  expect(await world.openJobs()).toEqual([...before, 'payment-cancel.observe', 'payment-cancel.observe']);
});

test('a reservation without a call, and one that does not exist, are left alone', async () => {
  await observeReservation(world.gateway, 'made-up');
  const { id } = (
    await world.sandbox.api.createReservation({
      body: {
        arsType: 'PAYMENT',
        payment: { method: 'CARD', amount: won(10_000n), orderName: 'shoes', customerMobilePhone: '01012345678' },
        reserveNumber: String(Date.now()).slice(-10),
      },
    })
  ).entityBody;
  await observeReservation(world.gateway, id);
  expect(await world.books()).toEqual({});
});
