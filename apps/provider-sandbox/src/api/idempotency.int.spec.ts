import { Client } from 'pg';
import { authenticated, freezeAt, funded, paid } from '../testing/buyer.js';
import { adminDatabaseUrl } from '../testing/env.js';
import { LIVE_KEY, raw, type Sandbox, startSandbox } from '../testing/sandbox.js';
import { approved, payoutItem } from '../testing/sellers.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(() => freezeAt(sandbox, '2026-03-04T10:00:00'));

let last = 0;
const newKey = () => `key-${(last += 1)}`;
const confirm = (key: string, body: object | string, options: { secretKey?: string } = {}) =>
  raw(sandbox, 'POST', '/v1/payments/confirm', {
    ...options,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const readyToConfirm = async (amount = 5_000) => {
  const { paymentKey, orderId } = await authenticated(sandbox, BigInt(amount));
  return { paymentKey, orderId, amount };
};

test('the first answer is repeated byte for byte, with both traces, and nothing happens twice', async () => {
  const key = newKey();
  const first = await confirm(key, await readyToConfirm());
  // The body is not part of a request's identity: another payment under the same key gets the first one's answer.
  const second = await confirm(key, await readyToConfirm());
  const third = await confirm(key, 'not even JSON');
  expect(first.json).toMatchObject({ status: 'DONE' });
  expect([second.text, third.text]).toEqual([first.text, first.text]);
  expect([first, second].map(({ headers }) => headers.get('idempotency-key'))).toEqual([key, key]);
  const [own, original] = second.headers.get('x-tosspayments-trace-id')?.split(', ') ?? [];
  expect([original, own !== original]).toEqual([first.headers.get('x-tosspayments-trace-id'), true]);
});

test('an error is repeated too, even when the request is corrected', async () => {
  const key = newKey();
  const ready = await readyToConfirm();
  const first = await confirm(key, { ...ready, amount: 4_999 });
  const corrected = await confirm(key, ready);
  expect([first.status, first.json]).toMatchObject([403, { code: 'FORBIDDEN_REQUEST' }]);
  expect([corrected.status, corrected.text]).toEqual([403, first.text]);
  expect((await confirm(newKey(), ready)).status).toBe(200);
});

test('another API key, URL or method is another request', async () => {
  const key = newKey();
  const ready = await readyToConfirm();
  expect((await confirm(key, { ...ready, amount: 1 })).status).toBe(403);
  expect((await confirm(key, ready, { secretKey: LIVE_KEY })).status).toBe(200);
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
  expect((await raw(sandbox, 'GET', `/v1/payments/${ready.paymentKey}`, { headers })).json).toMatchObject({
    status: 'DONE',
  });
  const canceled = await raw(sandbox, 'POST', `/v1/payments/${ready.paymentKey}/cancel`, {
    headers,
    body: '{"cancelReason":"변심"}',
  });
  expect(canceled.json).toMatchObject({ status: 'CANCELED' });
});

test('a repeated cancel takes the money back once', async () => {
  const { paymentKey } = await paid(sandbox, 10_000n);
  const cancel = () =>
    sandbox.provider.cancelPayment(
      { params: { paymentKey }, body: { cancelReason: '변심', cancelAmount: 3_000n } },
      { idempotencyKey: `c-${paymentKey}` },
    );
  expect(await cancel()).toEqual(await cancel());
  expect(await sandbox.provider.getPayment({ params: { paymentKey } })).toMatchObject({ balanceAmount: 7_000n });
});

test('repeated payouts are paid once, and the sealed answer is the same', async () => {
  await funded(sandbox, 1_000_000n);
  const seller = await approved(sandbox);
  const body = [payoutItem(seller.id, 1_000n)];
  const options = { idempotencyKey: newKey() };
  const first = await sandbox.provider.createPayouts({ body }, options);
  expect(await sandbox.provider.createPayouts({ body }, options)).toEqual(first);
  expect((await sandbox.provider.listPayouts({ query: {} })).entityBody.size).toBe(1);
});

test('while the first request runs, a second one is told so; afterwards it gets the answer', async () => {
  const ready = await readyToConfirm();
  const key = newKey();
  const [row] = await sandbox.sql('select current_database() as name');
  const url = new URL(adminDatabaseUrl());
  url.pathname = `/${String(row?.['name'])}`;
  const blocker = new Client({ connectionString: url.href });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from payment where payment_key = $1 for update', [ready.paymentKey]);
  const running = confirm(key, ready);
  for (let status = 0; status !== 409;) {
    const [waiting] = await sandbox.sql(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting?.['n'] === 0) continue;
    const second = await confirm(key, ready);
    expect([second.status, second.json]).toMatchObject([409, { code: 'IDEMPOTENT_REQUEST_PROCESSING' }]);
    status = second.status;
  }
  await blocker.query('rollback');
  await blocker.end();
  const first = await running;
  expect(first.json).toMatchObject({ status: 'DONE' });
  expect((await confirm(key, ready)).text).toBe(first.text);
});

test('of twenty at once one acts and the others repeat it or are told to wait', async () => {
  const ready = await readyToConfirm();
  const key = newKey();
  const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(key, ready)));
  expect(new Set(replies.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
  const done = replies.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
});

// prettier-ignore
test.each([
  ['2026-03-19T09:59:59', 'DONE'],
  ['2026-03-19T10:00:00', 'ALREADY_PROCESSED_PAYMENT'],
])('at %s a key used on 4 March at 10:00 answers %s', async (time, verdict) => {
  const ready = await readyToConfirm();
  const key = newKey();
  await confirm(key, ready);
  await freezeAt(sandbox, time);
  const { json } = await confirm(key, ready);
  expect(json['code'] ?? json['status']).toBe(verdict);
});

test('a key of 300 characters is taken, one of 301 is not', async () => {
  expect((await confirm('k'.repeat(300), await readyToConfirm())).status).toBe(200);
  const reply = await confirm('k'.repeat(301), await readyToConfirm());
  expect([reply.status, reply.json]).toMatchObject([400, { code: 'INVALID_IDEMPOTENCY_KEY' }]);
});
