import { randomUUID } from 'node:crypto';
import { decisions, type Failpoint } from '@jeongsan/failpoints';
import { eventually, ownRehearsal, testAuthor } from '@jeongsan/testing';
import { allocateCancel } from '../../cancels/allocate-cancel/allocate-cancel.js';
import { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { confirmPayment } from '../confirm-payment/confirm-payment.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import { observeOrder } from '../observe-order/observe-order.js';
import { observePayment } from '../observe-payment/observe-payment.js';
import { allocateUnallocated } from '../unallocated-payments/allocate-unallocated.js';
import { findPayment } from '../payment-record.js';
import { readAllocations } from '../../cancels/read-allocations/read-allocations.js';
import { type GatewayApp, startGatewayApp } from '../../testing/gateway-app.js';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { onSale, soldByLink } from '../../testing/links.js';
import { nameSplit } from '../../splits/name-split/name-split.js';
import { observeLinkOrder } from '../../splits/observe-link-order/observe-link-order.js';
import { retrySplits } from '../../splits/retry-splits/retry-splits.js';
import { buyerPays, order } from '../../testing/market.js';
import type { Asked } from '../../testing/side.js';
import type { DropInMoneyOperation } from '@jeongsan/platform-contract';

jest.setTimeout(240_000);
const world = new GatewayWorld();
const rehearsal = ownRehearsal();
let app: GatewayApp;
beforeAll(async () => {
  await world.open();
  app = await startGatewayApp(world);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await world.close();
});
beforeEach(async () => {
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
  await again(() => createOrder(world.gateway, facts));
  await again(() => observeOrder(world.gateway, facts.orderId));
  await world.sandbox.api.cancelPayment({ params: asked, body: { cancelReason: '변심' } });
  await observe(asked);
}

/** A payment beside us whose order a person names. */
async function namedByPerson(): Promise<void> {
  const { lines, ...facts } = order();
  const asked = await buyerPays(world.sandbox, { ...facts, lines });
  await world.sandbox.api.confirmPayment({ body: asked });
  await observe(asked);
  await again(() => allocateUnallocated(world.gateway, asked.paymentKey, { lines }, testAuthor('person:kim')));
  const { orderId } = facts;
  expect(await findPayment(world.db, asked.paymentKey)).toMatchObject({ orderId, state: 'approved' });
  await world.sandbox.api.cancelPayment({ params: asked, body: { cancelReason: '변심' } });
  await observe(asked);
}

/** A request of the market at the provider's path, repeated under its key while its outcome is unknown. */
async function ask(name: DropInMoneyOperation, asked: Asked): Promise<Record<string, string>> {
  const keyed = { ...asked, headers: { 'idempotency-key': randomUUID() }, ticks: false };
  const answer = await app.side.call(name, 'first', keyed);
  if ((app.side.heard.at(-1)?.status ?? 500) < 500) return answer;
  return app.side.call(name, 'again', keyed);
}

const card = {
  cardNumber: '9410001234567890',
  cardExpirationYear: '28',
  cardExpirationMonth: '07',
  customerIdentityNumber: '880101',
};

/** A charge through the provider's path whose cancel in the console an operator gives to another line. */
async function charged(): Promise<void> {
  const facts = order([{ amount: 6_000n }, { sellerId: 'bolt', amount: 4_000n }]);
  const { orderId, orderName } = facts;
  await createOrder(world.gateway, facts);
  const { paymentKey = '' } = await ask('payByCardNumber', { body: { ...card, orderId, orderName, amount: 10_000 } });
  // An answer that was not booked leaves the payment to its look.
  await again(() => observeOrder(world.gateway, orderId));
  const params = { paymentKey };
  await world.sandbox.api.cancelPayment({ params, body: { cancelReason: '취소', cancelAmount: 2_000n } });
  await observe(params);
  const { items } = await readAllocations(world.db, { allocation: 'assumed' });
  const cancelId = items.find((item) => item.orderId === orderId)?.cancelId ?? '';
  const lines = [{ lineId: 'L2', amount: 2_000n }];
  const allocation = () => allocateCancel(world.gateway, cancelId, { lines, reason: '확인' }, testAuthor('person:kim'));
  expect((await again(allocation)).lines).toMatchObject(lines);
  await ask('cancelPayment', { params, body: { cancelReason: '변심' } });
  await observe(params);
  expect(await findPayment(world.db, paymentKey)).toMatchObject({ orderId, state: 'canceled' });
}

/** A payment that our books do not have, canceled through the provider's path. */
async function canceledUnknown(): Promise<void> {
  const asked = await buyerPays(world.sandbox, order());
  await world.sandbox.api.confirmPayment({ body: asked });
  await ask('cancelPayment', { params: { paymentKey: asked.paymentKey }, body: { cancelReason: '변심' } });
  await observe(asked);
  expect(await findPayment(world.db, asked.paymentKey)).toMatchObject({ orderId: null, state: 'canceled' });
}

const strikes: readonly Failpoint[] = [
  ...decisions.payments.flatMap((decision) => [`${decision}:written`, `${decision}:committed`] as const),
  ...(['confirm:answered', 'send-cancel:answered', 'forward:sending', 'forward:answered', 'forward:booked'] as const),
];

test.each(strikes)('a process that dies at %s leaves nothing behind and nothing twice', async (failpoint) => {
  rehearsal.strike(failpoint);
  await depositedTwice();
  await refused();
  await besideUs();
  await namedByPerson();
  await charged();
  await canceledUnknown();
  expect(rehearsal.reports.map((report) => report.failpoint)).toEqual(['armed', 'struck']);
  expect(await world.books()).toEqual({});
  expect(world.alarms).toEqual([]);
  expect(await world.openJobs()).not.toContain('payment-cancel.observe');
});

/** Sales of payment links, one with a split and one whose split is named while its money waits; both are canceled in two parts. */
async function splitSales(): Promise<void> {
  const { gateway, sandbox } = world;
  const terms = { lines: [{ lineId: 'book', sellerId: 'acme', category: 'books', share: 100_000 }] };
  for (const isSplitBefore of [true, false]) {
    const key = await onSale(sandbox);
    const named = () =>
      nameSplit(gateway, { kind: 'product', key }, { ...terms, reason: '계약' }, testAuthor('key:market'));
    if (isSplitBefore) await named();
    const sale = await soldByLink(sandbox, key);
    const seen = () => again(() => observeLinkOrder(gateway, sale.orderKey));
    await seen();
    await sandbox.api.cancelOrder({ params: sale, body: { cancelReason: '변심', cancelAmount: 3_000n } });
    await seen();
    if (!isSplitBefore) {
      await named();
      await again(() => retrySplits(gateway));
    }
    await sandbox.api.cancelOrder({ params: sale, body: { cancelReason: '변심' } });
    await seen();
    expect(await findPayment(world.db, sale.paymentKey)).toMatchObject({ orderId: sale.orderId, state: 'canceled' });
  }
}

const ofSplits = (['adopt', 'approve', 'allocate', 'cancel'] as const).flatMap(
  (decision) => [`${decision}:written`, `${decision}:committed`] as const,
);

test.each(ofSplits)('a process that dies at %s splits each sale once', async (failpoint) => {
  rehearsal.strike(failpoint);
  await splitSales();
  expect(rehearsal.reports.map((report) => report.failpoint)).toEqual(['armed', 'struck']);
  expect(await world.books()).toEqual({});
  expect(world.alarms).toEqual([]);
});

test('a repeat that overtakes its first request looks for its own outcome', async () => {
  const facts = order();
  const { orderId, orderName } = facts;
  await createOrder(world.gateway, facts);
  const headers = { 'idempotency-key': randomUUID() };
  const asked = { body: { ...card, orderId, orderName, amount: 10_000 }, headers, ticks: false };
  rehearsal.give({ failpoint: 'expect-charge:begin', nth: 1, action: 'hang', ms: 3_000 });
  const first = app.side.call('payByCardNumber', 'first', asked);
  await eventually(async () => expect(rehearsal.reports).toHaveLength(2));
  await world.sandbox.control.addFault({ body: { operation: 'payByCardNumber', kind: 'drop-after-commit', times: 1 } });
  expect(await app.side.call('payByCardNumber', 'again', asked)).toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN' });
  expect(await world.openJobs()).toEqual(['payment-order.observe']);
  await first;
  expect(app.side.heard.at(-1)?.status).toBe(200);
  expect((await world.books())['provider:receivable']).toBe(10_000n);
});
