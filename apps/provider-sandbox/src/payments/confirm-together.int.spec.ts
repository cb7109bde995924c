import { authenticated, freezeAt, newOrderId, paid } from '../testing/buyer.js';
import { startReceiver, type Receiver, until } from '../testing/receiver.js';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.close();
});
beforeEach(async () => {
  await sandbox.control.reset({});
  await freezeAt(sandbox, '2026-03-04T10:00:00');
});

type Ready = Readonly<{ paymentKey: string; orderId: string; amount: bigint }>;
type Purchase = Parameters<typeof authenticated>[2];

const ready = async (amount = 10_000n, purchase: Purchase = {}): Promise<Ready> => {
  const { paymentKey, orderId } = await authenticated(sandbox, amount, purchase);
  return { paymentKey, orderId, amount };
};
const readyMany = (count: number): Promise<Ready[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => ready(1_000n + BigInt(i * 37))));
const confirm = (body: Ready) => sandbox.provider.confirmPayment({ body });
const verdict = (body: Ready): Promise<string> =>
  confirm(body).then(
    ({ status }) => status,
    (error: { code: string }) => error.code,
  );
const confirmWithKey = (key: string, { amount, ...body }: Ready) =>
  raw(sandbox, 'POST', '/v1/payments/confirm', {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...body, amount: Number(amount) }),
  });

/** The stored payments and their records, as the tables hold them. */
const books = async () => {
  const [sums] = await sandbox.sql(`
    select (select count(*)::int from payment where status = 'DONE') as done,
      (select count(*)::int from payment_transaction) as transactions,
      (select count(distinct payment_key)::int from payment_transaction) as payments,
      (select count(*)::int from settlement s join payment_transaction t using (transaction_key)
        join payment p on p.last_transaction_key = t.transaction_key and p.payment_key = s.payment_key
        where s.amount = p.total_amount and s.fees = p.fees and t.amount = p.total_amount) as settled,
      (select coalesce(sum(pay_out_amount), 0) from settlement) = (select coalesce(sum(pay_out_amount), 0) from settlement_day) as balanced`);
  return sums;
};
const recorded = (n: number) => ({ done: n, transactions: n, payments: n, settled: n, balanced: true });

test('many payments confirmed in one burst are each approved, recorded and announced once', async () => {
  await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
  const burst = await readyMany(150);
  receiver.received.length = 0;
  const done = await Promise.all(burst.map(confirm));
  expect(done.map(({ paymentKey, totalAmount: amount, status }) => ({ paymentKey, amount, status }))).toEqual(
    burst.map(({ paymentKey, amount }) => ({ paymentKey, amount, status: 'DONE' })),
  );
  expect(new Set(done.map(({ lastTransactionKey }) => lastTransactionKey)).size).toBe(150);
  expect(await books()).toEqual(recorded(150));
  expect((await sandbox.control.readBook({})).approved).toBe(burst.reduce((sum, { amount }) => sum + amount, 0n));
  await until('150 webhooks', () => receiver.received.length >= 150);
  const announced = receiver.received.map(({ json }) => (json['data'] as { paymentKey: string }).paymentKey);
  expect(announced.sort()).toEqual(burst.map(({ paymentKey }) => paymentKey).sort());
});

test('every answer of a burst is the payment as it can be read', async () => {
  const done = await Promise.all((await readyMany(20)).map(confirm));
  const read = await Promise.all(done.map(({ paymentKey }) => sandbox.provider.getPayment({ params: { paymentKey } })));
  expect(read).toEqual(done);
});

test('bad confirmations in a burst get each its own refusal, and the others are approved', async () => {
  const before = await paid(sandbox, 5_000n);
  const good = await readyMany(30);
  const refused = await ready(10_000n, { refuseWith: 'REJECT_CARD_PAYMENT' });
  const cases: [string, Ready][] = [
    ['NOT_FOUND_PAYMENT', { paymentKey: 'nobody', orderId: newOrderId(), amount: 1_000n }],
    ['FORBIDDEN_REQUEST', { ...(await ready()), amount: 9_999n }],
    ['FORBIDDEN_REQUEST', { ...(await ready()), orderId: newOrderId() }],
    ['ALREADY_PROCESSED_PAYMENT', { paymentKey: before.paymentKey, orderId: before.orderId, amount: 5_000n }],
    ['DUPLICATED_ORDER_ID', await ready(5_000n, { orderId: before.orderId })],
    ['BELOW_MINIMUM_AMOUNT', await ready(99n)],
    ['REJECT_CARD_PAYMENT', refused],
    ['DONE', await ready(10_000n, { method: '계좌이체' })],
    ['DONE', await ready(10_000n, { method: '간편결제' })],
  ];
  const mixed = [...good.map((body): [string, Ready] => ['DONE', body]), ...cases];
  const shuffled = mixed.map((_, i) => mixed[(i * 7) % mixed.length] ?? mixed[0]!);
  expect(await Promise.all(shuffled.map(([, body]) => verdict(body)))).toEqual(shuffled.map(([code]) => code));
  expect(await books()).toEqual(recorded(33));
  const { paymentKey } = refused;
  expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ status: 'ABORTED' });
});

test('a payment confirmed several times at once is approved once', async () => {
  const burst = await readyMany(10);
  const verdicts = await Promise.all([...burst, ...burst, ...burst].map(verdict));
  expect(verdicts.sort()).toEqual([
    ...Array<string>(20).fill('ALREADY_PROCESSED_PAYMENT'),
    ...Array<string>(10).fill('DONE'),
  ]);
  expect(await books()).toEqual(recorded(10));
});

test('of several payments of an order at once one is approved, and the rest of the burst is unharmed', async () => {
  const orderId = newOrderId();
  const rivals = await Promise.all([1, 2, 3, 4].map(() => ready(10_000n, { orderId })));
  const others = await readyMany(20);
  const [ofRivals, ofOthers] = await Promise.all([Promise.all(rivals.map(verdict)), Promise.all(others.map(verdict))]);
  expect(ofRivals.sort()).toEqual(['DONE', ...Array<string>(3).fill('DUPLICATED_ORDER_ID')]);
  expect(ofOthers).toEqual(Array<string>(20).fill('DONE'));
  expect(await books()).toEqual(recorded(21));
});

test('with idempotency keys every request of a burst is repeated with its own answer', async () => {
  const burst = await readyMany(40);
  const first = await Promise.all(burst.map((body, i) => confirmWithKey(`burst-${i}`, body)));
  const [kept] = await sandbox.sql('select count(*)::int as n from idempotent_answer');
  expect(kept).toEqual({ n: 40 });
  const second = await Promise.all(burst.map((body, i) => confirmWithKey(`burst-${i}`, body)));
  expect(first.map(({ json }) => json['paymentKey'])).toEqual(burst.map(({ paymentKey }) => paymentKey));
  expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect(await books()).toEqual(recorded(40));
});

test('the same keys at once act once each; whoever is told to wait gets that answer later', async () => {
  const burst = await readyMany(8);
  const ask = () => burst.map((body, i) => confirmWithKey(`rush-${i}`, body));
  const replies = await Promise.all([...ask(), ...ask(), ...ask()]);
  expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const last = await Promise.all(ask());
  expect(last.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
  expect(await books()).toEqual(recorded(8));
});

test('under manual settlement a burst is held until the merchant asks for it', async () => {
  await sandbox.control.changeSettings({ body: { manualSettlement: true } });
  const easyPay = await ready(10_000n, { method: '간편결제' });
  const cards = await readyMany(10);
  expect(await Promise.all([easyPay, ...cards].map(verdict))).toEqual(Array<string>(11).fill('DONE'));
  const [held] = await sandbox.sql(
    'select (select count(*)::int from held_settlement) as held, (select count(*)::int from settlement) as settled',
  );
  expect(held).toEqual({ held: 10, settled: 1 });
});
