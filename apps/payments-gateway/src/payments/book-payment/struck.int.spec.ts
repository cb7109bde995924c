import { obeyRehearsal, type FailOrder, type FailReport } from '@jeongsan/failpoints';
import { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { confirmPayment } from '../confirm-payment/confirm-payment.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import { moneyWork } from '../../money-transaction.js';
import { observeOrder } from '../observe-order/observe-order.js';
import { observePayment } from '../observe-payment/observe-payment.js';
import { findPayment } from '../payment-record.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { buyerPays, order } from '../../testing/market.js';

jest.setTimeout(60_000);
const world = new GatewayWorld();
const reports: FailReport[] = [];
let give: (order: FailOrder) => void = () => undefined;
beforeAll(async () => {
  obeyRehearsal(
    { NODE_ENV: 'development', CONTROLLED_CLOCK: true, FAILPOINTS: true },
    {
      send: (report: FailReport, sent: (error: null) => void) => {
        reports.push(report);
        setImmediate(() => sent(null));
      },
      on: (_event: 'message', listener: (message: unknown) => void) => {
        give = listener;
      },
    },
  );
  await world.open();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  reports.length = 0;
  await world.begin();
  world.patienceMs = 100;
});
afterEach(() => world.end());

/** Work that a dying process leaves undone is done again: a job by its queue, a request by its caller. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as Error).name !== 'FailpointStruck') throw error;
    return work();
  }
}

const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' };
const observe = ({ paymentKey }: { paymentKey: string }) => again(() => observePayment(world.gateway, paymentKey));

/** A deposit that is withdrawn, comes again, and is canceled through us in two parts. */
async function depositedTwice(): Promise<void> {
  const facts = order();
  await createOrder(world.gateway, facts);
  const asked = await buyerPays(world.sandbox, facts, { method: '가상계좌' });
  const params = { paymentKey: asked.paymentKey };
  await again(() => confirmPayment(world.gateway, asked));
  await world.sandbox.control.depositIntoAccount({ params, body: {} });
  await observe(asked);
  await world.later(60);
  await world.sandbox.control.failDeposit({ params });
  await observe(asked);
  await world.later(60);
  await world.sandbox.control.depositIntoAccount({ params, body: {} });
  await observe(asked);
  for (const cancelAmount of [4_000n, 6_000n]) {
    const body = { cancelReason: '변심', cancelAmount, refundReceiveAccount };
    const requestKey = `${asked.paymentKey}/${cancelAmount}`;
    await again(() => cancelPayment(world.gateway, { paymentKey: asked.paymentKey, requestKey, asked: body }));
    await world.sandbox.control.finishRefund({ params, body: {} });
    await observe(asked);
  }
  expect(await findPayment(world.db, asked.paymentKey)).toMatchObject({ state: 'canceled', canceled: 10_000n });
}

/** A card that is refused; the order is paid with another card, and canceled in the console and through us. */
async function refused(): Promise<void> {
  const facts = order();
  await createOrder(world.gateway, facts);
  const bad = await buyerPays(world.sandbox, facts, { refuseWith: 'REJECT_CARD_PAYMENT' });
  await again(() => confirmPayment(world.gateway, bad)).catch(() => undefined);
  await observe(bad);
  const good = await buyerPays(world.sandbox, facts);
  await again(() => confirmPayment(world.gateway, good));
  // The console cancels first, so our cancel is refused.
  await world.sandbox.api.cancelPayment({ params: good, body: { cancelReason: '취소' } });
  const late = { paymentKey: good.paymentKey, requestKey: good.paymentKey, asked: { cancelReason: '변심' } };
  await again(() => cancelPayment(world.gateway, late)).catch(() => undefined);
  await observe(good);
  expect(await findPayment(world.db, bad.paymentKey)).toMatchObject({ state: 'refused' });
}

/** A payment beside us, partly canceled, whose order is registered later. */
async function besideUs(): Promise<void> {
  const facts = order();
  const asked = await buyerPays(world.sandbox, facts);
  await world.sandbox.api.confirmPayment({ body: asked });
  await observe(asked);
  await world.sandbox.api.cancelPayment({ params: asked, body: { cancelReason: '변심', cancelAmount: 3_000n } });
  await observe(asked);
  await createOrder(world.gateway, facts);
  await again(() => observeOrder(world.gateway, facts.orderId));
  await world.sandbox.api.cancelPayment({ params: asked, body: { cancelReason: '변심' } });
  await observe(asked);
}

const strikes = moneyWork.flatMap((work) => [`${work}:written`, `${work}:committed`]);

test.each(strikes)('a process that dies at %s leaves nothing behind and nothing twice', async (failpoint) => {
  const order: FailOrder = { failpoint, nth: 1, action: 'throw', ms: 0 };
  give(order);
  await depositedTwice();
  await refused();
  await besideUs();
  expect(reports.map((report) => report.failpoint)).toEqual(['armed', 'struck']);
  expect(await world.books()).toEqual({});
  expect(world.alarms).toEqual([]);
  expect(await world.openJobs()).not.toContain('payment-cancel.observe');
});
