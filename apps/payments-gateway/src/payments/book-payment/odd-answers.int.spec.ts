import { createOrder } from '../../orders/create-order/create-order.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';
import { confirmPayment } from '../confirm-payment/confirm-payment.js';
import { findPayment } from '../payment-record.js';
import { bookSeen } from './book-seen.js';

jest.setTimeout(120_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

/** A deposited virtual account that our books still have as waiting: as the provider answers, and our record. */
async function deposited() {
  const facts = order();
  await createOrder(world.gateway, facts);
  const { paymentKey } = await buyerPays(world.sandbox, facts, { method: '가상계좌' });
  await confirmPayment(world.gateway, { paymentKey, orderId: facts.orderId, amount: facts.totalAmount });
  await world.sandbox.control.depositIntoAccount({ params: { paymentKey }, body: {} });
  const seen = await world.sandbox.api.getPayment({ params: { paymentKey } });
  return { seen, record: () => findPayment(world.db, paymentKey) };
}

test('a status that no document names books nothing, and the next look decides', async () => {
  const { seen, record } = await deposited();
  const before = await record();
  for (const odd of [{ status: 'ON_HOLD' }, { status: 'CANCELED', approvedAt: undefined }, { status: 'toString' }])
    expect(await bookSeen(world.gateway, { ...seen, ...odd }, 'provider')).toBe('wait');
  expect(await record()).toEqual(before);
  expect(await bookSeen(world.gateway, seen, 'provider')).toBe('settled');
  expect(await record()).toMatchObject({ state: 'approved' });
});

test.each([
  { approvedAt: null },
  { approvedAt: undefined, lastTransactionKey: undefined, requestedAt: undefined },
  { method: 'VIRTUAL_ACCOUNT' },
])('an approval with %j is booked at the time of its transaction, under its key and Korean method', async (odd) => {
  const { seen, record } = await deposited();
  expect(await bookSeen(world.gateway, { ...seen, ...odd }, 'provider')).toBe('settled');
  expect(await world.books()).toMatchObject({ 'provider:receivable': 10_000n, 'seller:acme:pending': -8_900n });
  const { approvedAt, lastTransactionKey: transactionKey } = seen;
  expect(await record()).toMatchObject({ state: 'approved', approvedAt, transactionKey, method: '가상계좌' });
});
