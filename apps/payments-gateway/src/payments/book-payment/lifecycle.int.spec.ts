import { chart } from '@jeongsan/ledger';
import { paymentStates } from '@jeongsan/state-machines';
import { confirmPayment } from '../confirm-payment/confirm-payment.js';
import { cancelPayment } from '../../cancels/cancel-payment/cancel-payment.js';
import { bookSeen } from './book-seen.js';
import type { OrderFacts } from '../../orders/create-order/check-order.js';
import { createOrder } from '../../orders/create-order/create-order.js';
import { observeOrder } from '../observe-order/observe-order.js';
import { observePayment } from '../observe-payment/observe-payment.js';
import { findLivePayment, findPayment } from '../payment-record.js';
import { listPayments } from '../../orders/list-orders/list-payments.js';
import { readOrder } from '../../orders/read-order/read-order.js';
import { GatewayWorld, MONDAY } from '../../testing/gateway-world.js';
import { buyerPays, mature, order, reserve } from '../../testing/market.js';

jest.setTimeout(120_000);
const world = new GatewayWorld();
beforeAll(() => world.open(), 60_000);
afterAll(() => world.close());
beforeEach(() => world.begin());
afterEach(() => world.end());

const DAY_SECONDS = 86_400;
const BY_DEPOSIT = { method: '가상계좌' } as const;
const refundReceiveAccount = { bank: '신한', accountNumber: '110123456789', holderName: '김구매' };
const books = {
  paid: {
    'provider:receivable': 10_000n,
    'seller:acme:pending': -8_900n,
    'platform:commission': -1_000n,
    'platform:vat': -100n,
  },
  unallocated: { 'provider:receivable': 10_000n, unallocated: -10_000n },
};
const refundUnderWay = { 'provider:refunds': 10_000n, 'buyers:refunds': -10_000n };

/** A buyer who chose a virtual account, ready to be confirmed; without `facts`, the order is not registered. */
async function chosen(facts: OrderFacts = order()) {
  const asked = await buyerPays(world.sandbox, facts, BY_DEPOSIT);
  return { facts, ...asked, params: { paymentKey: asked.paymentKey } };
}
type Chosen = Awaited<ReturnType<typeof chosen>>;
async function registered() {
  const facts = order();
  await createOrder(world.gateway, facts);
  return chosen(facts);
}
const stateOf = async ({ paymentKey }: Pick<Chosen, 'paymentKey'>) => (await findPayment(world.db, paymentKey))?.state;
const confirm = ({ facts, paymentKey }: Chosen) =>
  confirmPayment(world.gateway, { paymentKey, orderId: facts.orderId, amount: facts.totalAmount });
const cancelAll = ({ paymentKey }: Chosen, requestKey = `cancel/${paymentKey}`) =>
  cancelPayment(world.gateway, { paymentKey, requestKey, asked: { cancelReason: '변심', refundReceiveAccount } });

type Step = 'issue' | 'deposit' | 'withdraw' | 'cancel before' | 'cancel' | 'expire';

/** What happens at the provider in each step. */
const steps: Record<Step, (payment: Chosen) => Promise<unknown>> = {
  issue: confirm,
  deposit: ({ params }) => world.sandbox.control.depositIntoAccount({ params, body: {} }),
  withdraw: ({ params }) => world.sandbox.control.failDeposit({ params }),
  'cancel before': ({ params }) => world.sandbox.api.cancelPayment({ params, body: { cancelReason: '취소' } }),
  cancel: ({ params }) =>
    world.sandbox.api.cancelPayment({ params, body: { cancelReason: '취소', refundReceiveAccount } }),
  expire: () => world.later(8 * DAY_SECONDS),
};
const next: Record<Step, readonly Step[]> = {
  issue: ['deposit', 'cancel before', 'expire'],
  deposit: ['withdraw', 'cancel'],
  withdraw: ['deposit', 'cancel before', 'expire'],
  'cancel before': [],
  cancel: [],
  expire: [],
};
/** Every path with at most two deposits. */
function* paths(path: Step[] = ['issue']): Generator<Step[]> {
  yield path;
  const deposits = path.filter((step) => step === 'deposit').length;
  for (const step of next[path.at(-1) ?? 'issue'])
    if (step !== 'deposit' || deposits < 2) yield* paths([...path, step]);
}
const stateAfter: Record<Step, string> = {
  issue: 'waiting',
  deposit: 'approved',
  withdraw: 'waiting',
  'cancel before': 'voided',
  cancel: 'canceled',
  expire: 'expired',
};
const booksAfter = (path: readonly Step[], paid: Record<string, bigint>): Record<string, bigint> =>
  ({ deposit: paid, cancel: refundUnderWay })[path.at(-1) as string] ?? {};

describe.each([
  ['a look after every step', true],
  ['one look at the end', false],
])('a virtual account, with %s', (_, isWatched) => {
  test.each([...paths()].map((path) => [path.join(' > '), path] as const))('%s', async (_name, path) => {
    const payment = await registered();
    for (const [index, step] of path.entries()) {
      await world.later(60);
      await steps[step](payment);
      // Each look is repeated, and an old webhook may cause one at any time.
      const looks = isWatched || index === path.length - 1 ? 2 : 0;
      for (let look = 0; look < looks; look += 1) await observePayment(world.gateway, payment.paymentKey);
    }
    const end = path.at(-1) ?? 'issue';
    expect(await stateOf(payment)).toBe(stateAfter[end]);
    expect(await world.books()).toEqual(booksAfter(path, books.paid));
    expect(world.alarms).toEqual([]);
    const { paymentState } = await readOrder(world.gateway, payment.facts.orderId);
    expect(paymentState).toBe(stateAfter[end]);
    // An order whose payment came to nothing can be paid again.
    const isOver = paymentStates.over.some((state) => state === paymentState);
    expect((await findLivePayment(world.db, payment.facts.orderId)) === undefined).toBe(isOver);
  });

  test.each([...paths()].map((path) => [path.join(' > '), path] as const))(
    'without a registered order: %s',
    async (_name, path) => {
      const payment = await chosen();
      for (const [index, step] of path.entries()) {
        await world.later(60);
        if (step === 'issue')
          await world.sandbox.api.confirmPayment({
            body: { paymentKey: payment.paymentKey, orderId: payment.facts.orderId, amount: 10_000n },
          });
        else await steps[step](payment);
        if (isWatched || index === path.length - 1) await observeOrder(world.gateway, payment.facts.orderId);
      }
      const end = path.at(-1) ?? 'issue';
      expect(await world.books()).toEqual(booksAfter(path, books.unallocated));
      await createOrder(world.gateway, payment.facts);
      await observeOrder(world.gateway, payment.facts.orderId);
      await observeOrder(world.gateway, payment.facts.orderId);
      expect(await world.books()).toEqual(booksAfter(path, books.paid));
      const known = await findPayment(world.db, payment.paymentKey);
      expect(known?.state ?? 'voided').toBe(known ? stateAfter[end] : 'voided');
      if (known) expect(known.orderId).toBe(payment.facts.orderId);
    },
  );
});

test('a deposit that is withdrawn after its money matured and was paid out comes back as debt, and again as earnings', async () => {
  const payment = await registered();
  await confirm(payment);
  await steps.deposit(payment);
  await observePayment(world.gateway, payment.paymentKey);
  await mature(world.db, payment.facts.orderId, 'L1');
  await reserve(world.db, 'acme', 5_000n);
  await steps.withdraw(payment);
  await observePayment(world.gateway, payment.paymentKey);
  expect(await world.books()).toEqual({
    [chart.sellerReserved('acme').code]: -5_000n,
    [chart.sellerDebt('acme').code]: 5_000n,
  });
  await world.later(60);
  await steps.deposit(payment);
  await observePayment(world.gateway, payment.paymentKey);
  const { [chart.sellerPayable('acme').code]: payable, ...others } = await world.books();
  expect(payable).toBe(-3_900n);
  expect(others).toEqual({
    ...{ 'provider:receivable': 10_000n, 'platform:commission': -1_000n, 'platform:vat': -100n },
    [chart.sellerReserved('acme').code]: -5_000n,
  });
});

test('a refund stays on its accounts until it has arrived, and a failed one until a person has looked', async () => {
  for (const end of ['finishRefund', 'failRefund'] as const) {
    await world.begin();
    const payment = await registered();
    await confirm(payment);
    await steps.deposit(payment);
    await observePayment(world.gateway, payment.paymentKey);
    const answer = await cancelAll(payment);
    expect(answer.virtualAccount?.refundStatus).toBe('PENDING');
    expect(await world.books()).toEqual(refundUnderWay);
    await world.sandbox.control[end]({ params: payment.params, body: {} });
    await observePayment(world.gateway, payment.paymentKey);
    expect(await world.books()).toEqual(end === 'finishRefund' ? {} : refundUnderWay);
    const [row] = await world.db.query<{ refund: string; account: string | null }[]>(
      `select c.refund, c.refund_account_sealed as account from gateway.cancel c join gateway.payment p on p.id = c.payment_id where p.payment_key = $1`,
      [payment.paymentKey],
    );
    expect(row).toEqual({ refund: end === 'finishRefund' ? 'completed' : 'failed', account: null });
  }
});

test('a cancel through us before the deposit voids the payment, and the order is paid by card', async () => {
  const payment = await registered();
  await confirm(payment);
  await expect(
    cancelPayment(world.gateway, {
      paymentKey: payment.paymentKey,
      requestKey: 'part',
      asked: { cancelReason: 'x', cancelAmount: 1n },
    }),
  ).rejects.toMatchObject({ extensions: { providerCode: 'NOT_ALLOWED_PARTIAL_REFUND_WAITING_DEPOSIT' } });
  expect(await cancelAll(payment)).toMatchObject({ status: 'CANCELED' });
  expect(await stateOf(payment)).toBe('voided');
  expect(await world.openJobs()).toEqual(['payment.observe']);
  expect(await world.books()).toEqual({});
});

test('the order and the list of payments say until when a virtual account takes the deposit', async () => {
  const payment = await registered();
  const { orderId } = payment.facts;
  expect((await readOrder(world.gateway, orderId)).depositDue).toBeNull();
  const { virtualAccount } = await confirm(payment);
  const dueDate = virtualAccount?.dueDate;
  expect(dueDate).toBeInstanceOf(Date);
  expect(await readOrder(world.gateway, orderId)).toMatchObject({ paymentState: 'waiting', depositDue: dueDate });
  const { items } = await listPayments(world.gateway.db, { state: 'waiting' });
  expect(items).toContainEqual(expect.objectContaining({ paymentKey: payment.paymentKey, depositDue: dueDate }));
});

test('a payment in dollars stands unallocated in dollars, and never belongs to an order in won', async () => {
  const facts = order();
  await createOrder(world.gateway, facts);
  const { paymentKey } = await world.sandbox.control.payAsBuyer({
    body: { method: '카드', orderId: facts.orderId, orderName: 'books', amount: 10_000n, currency: 'USD' },
  });
  await world.sandbox.api.confirmPayment({ body: { paymentKey, orderId: facts.orderId, amount: 10_000n } });
  await observePayment(world.gateway, paymentKey);
  expect(await findPayment(world.db, paymentKey)).toMatchObject({ orderId: null, currency: 'USD', state: 'approved' });
  const entries = await world.db.query<unknown[]>(
    `select account_code as account, amount from ledger.entry where currency = 'USD' order by account_code`,
  );
  expect(entries).toEqual([
    { account: 'provider:receivable', amount: 1_000_000n },
    { account: 'unallocated', amount: -1_000_000n },
  ]);
  const { paymentState } = await readOrder(world.gateway, facts.orderId);
  expect(paymentState).toBeNull();
});

test('money whose order is registered with another amount stays unallocated, and says why', async () => {
  const facts = order();
  const asked = await buyerPays(world.sandbox, facts);
  await world.sandbox.api.confirmPayment({ body: asked });
  const reason = async () => {
    const rows = await world.db.query<unknown[]>(
      'select unallocated_because as because from gateway.payment where payment_key = $1',
      [asked.paymentKey],
    );
    return rows;
  };
  await observePayment(world.gateway, asked.paymentKey);
  expect(await reason()).toEqual([{ because: 'NO_ORDER' }]);
  await createOrder(world.gateway, { ...order([{ amount: 10_001n }]), orderId: facts.orderId });
  await observeOrder(world.gateway, facts.orderId);
  expect(await reason()).toEqual([{ because: 'AMOUNT_DIFFERS' }]);
  expect(await world.books()).toEqual(books.unallocated);
});

test('a withdrawal and a new deposit that one look found are allocated in their order', async () => {
  // Both are recorded at the same instant, under random ids: several payments, so that every order of ids occurs.
  for (let payment = 0; payment < 6; payment += 1) {
    await world.begin();
    const { facts, paymentKey, params } = await chosen();
    await world.sandbox.api.confirmPayment({ body: { paymentKey, orderId: facts.orderId, amount: 10_000n } });
    for (const step of ['deposit', 'withdraw', 'deposit'] as const) {
      await world.later(60);
      await steps[step]({ facts, paymentKey, params, orderId: facts.orderId, amount: 10_000n });
      if (step === 'deposit') await observePayment(world.gateway, paymentKey);
    }
    await createOrder(world.gateway, facts);
    await observeOrder(world.gateway, facts.orderId);
    expect(await world.books()).toEqual(books.paid);
  }
});

test('a deposit that was withdrawn, and whose payment was then canceled, is found withdrawn by one look', async () => {
  const payment = await registered();
  await confirm(payment);
  for (const step of ['deposit', 'withdraw', 'cancel before'] as const) {
    await world.later(60);
    await steps[step](payment);
    if (step === 'deposit') await observePayment(world.gateway, payment.paymentKey);
  }
  await observePayment(world.gateway, payment.paymentKey);
  expect(await stateOf(payment)).toBe('voided');
  expect(await world.books()).toEqual({});
});

test('sixteen looks at a payment beside us and its registration at once book its money once', async () => {
  const facts = order();
  const asked = await buyerPays(world.sandbox, facts);
  await world.sandbox.api.confirmPayment({ body: asked });
  await Promise.all([
    ...Array.from({ length: 8 }, () => observePayment(world.gateway, asked.paymentKey)),
    ...Array.from({ length: 7 }, () => observeOrder(world.gateway, facts.orderId)),
    createOrder(world.gateway, facts),
  ]);
  await observeOrder(world.gateway, facts.orderId);
  expect(await world.books()).toEqual(books.paid);
});

test('money that an order claims later is earned at that time, its cancel too, and the days before stay as they were', async () => {
  const facts = order();
  const asked = await buyerPays(world.sandbox, facts);
  await world.sandbox.api.confirmPayment({ body: asked });
  await world.sandbox.api.cancelPayment({ params: asked, body: { cancelReason: '변심', cancelAmount: 3_000n } });
  await observePayment(world.gateway, asked.paymentKey);
  expect(await world.books()).toEqual({ 'provider:receivable': 7_000n, unallocated: -7_000n });
  await world.later(40 * DAY_SECONDS);
  await createOrder(world.gateway, facts);
  await observeOrder(world.gateway, facts.orderId);
  const [times] = await world.db.query<Record<string, Date>[]>(
    `select p.approved_at as paid, p.earned_at as earned, c.canceled_at as canceled, c.given_back_at as "givenBack"
       from gateway.payment p join gateway.cancel c on c.payment_id = p.id where p.payment_key = $1`,
    [asked.paymentKey],
  );
  const now = world.gateway.now();
  expect(times).toEqual({ paid: MONDAY, earned: now, canceled: MONDAY, givenBack: now });
  const postings = await world.db.query<unknown[]>(
    `select p.template, p.effective_at as at, sum(e.amount) filter (where e.account_code = 'unallocated')::bigint as unallocated
       from ledger.posting p join ledger.entry e on e.posting_id = p.id group by p.id order by p.id desc limit 4`,
  );
  expect(postings.toReversed()).toEqual([
    { template: 'payment.unallocated', at: MONDAY, unallocated: -10_000n },
    { template: 'unallocated.canceled', at: MONDAY, unallocated: 3_000n },
    { template: 'payment.approved', at: now, unallocated: 10_000n },
    { template: 'payment.canceled', at: now, unallocated: -3_000n },
  ]);
});

test('a withdrawn deposit that was canceled through us before its order was registered leaves nothing with the sellers', async () => {
  const payment = await chosen();
  const { facts, paymentKey, params } = payment;
  await world.sandbox.api.confirmPayment({ body: { paymentKey, orderId: facts.orderId, amount: 10_000n } });
  for (const step of ['deposit', 'withdraw'] as const) {
    await world.later(60);
    await steps[step](payment);
    await observePayment(world.gateway, paymentKey);
  }
  expect(await cancelAll(payment)).toMatchObject({ status: 'CANCELED' });
  await createOrder(world.gateway, facts);
  await observeOrder(world.gateway, facts.orderId);
  expect(await findPayment(world.db, params.paymentKey)).toMatchObject({ state: 'voided', orderId: facts.orderId });
  expect(await world.books()).toEqual({});
});

test('an answer that is older than our booking withdraws no deposit', async () => {
  const payment = await registered();
  await confirm(payment);
  const older = await world.sandbox.api.getPayment({ params: payment.params });
  await steps.deposit(payment);
  await observePayment(world.gateway, payment.paymentKey);
  await bookSeen(world.gateway, older, 'provider');
  expect(await stateOf(payment)).toBe('approved');
  expect(await world.books()).toEqual(books.paid);
});

test.each([
  ['DONE', 'partially_canceled', 4_000n],
  ['ABORTED', 'approved', 0n],
] as const)(
  'a part of a payment abroad is canceled through us once the provider abroad says %s',
  async (result, state, canceled) => {
    const facts = order();
    const { paymentKey } = await world.sandbox.control.payAsBuyer({
      body: {
        method: '간편결제',
        orderId: facts.orderId,
        orderName: 'books',
        amount: 100n,
        currency: 'USD',
        easyPay: { provider: 'ALIPAY' },
      },
    });
    await world.sandbox.api.confirmPayment({ body: { paymentKey, orderId: facts.orderId, amount: 100n } });
    await observePayment(world.gateway, paymentKey);
    const asked = { cancelReason: '변심', cancelAmount: 4_000n };
    const answer = await cancelPayment(world.gateway, { paymentKey, requestKey: paymentKey, asked });
    const transactionKey = answer.cancels?.[0]?.transactionKey ?? '';
    expect(answer.cancels).toMatchObject([{ cancelStatus: 'IN_PROGRESS' }]);
    expect(await findPayment(world.db, paymentKey)).toMatchObject({ state: 'approved', canceled: 0n });
    await world.sandbox.control.finishCancel({ params: { paymentKey, transactionKey }, body: { result } });
    await observePayment(world.gateway, paymentKey);
    expect(await findPayment(world.db, paymentKey)).toMatchObject({ state, canceled });
  },
);

test.each(['request-of-the-market', undefined])(
  'a payment in won by an easy pay abroad is canceled through us, with the id %s of the request',
  async (cancelRequestId) => {
    const facts = order();
    await createOrder(world.gateway, facts);
    const { orderId } = facts;
    const { paymentKey } = await world.sandbox.control.payAsBuyer({
      body: { method: '간편결제', orderId, orderName: 'books', amount: 10_000n, easyPay: { provider: 'ALIPAY' } },
    });
    await confirmPayment(world.gateway, { paymentKey, orderId, amount: 10_000n });
    const asked = { cancelReason: '변심', cancelAmount: 4_000n, cancelRequestId };
    const answer = await cancelPayment(world.gateway, { paymentKey, requestKey: paymentKey, asked });
    const [cancel] = answer.cancels ?? [];
    expect(cancel).toMatchObject({ cancelStatus: 'IN_PROGRESS' });
    expect(cancel?.cancelRequestId).toEqual(cancelRequestId ?? expect.any(String));
    const transactionKey = cancel?.transactionKey ?? '';
    await world.sandbox.control.finishCancel({ params: { paymentKey, transactionKey }, body: { result: 'DONE' } });
    await observePayment(world.gateway, paymentKey);
    expect(await findPayment(world.db, paymentKey)).toMatchObject({ state: 'partially_canceled', canceled: 4_000n });
    expect(await world.openJobs()).not.toContain('payment-cancel.observe');
  },
);
