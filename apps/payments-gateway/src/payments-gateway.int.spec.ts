import { createHash } from 'node:crypto';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { TEST_DATA_KEYS, eventually, testRedis, type TestRedis, expectDecided } from '@jeongsan/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { gatewayApp } from './app.module.js';
import type { OrderFacts } from './orders/create-order/check-order.js';
import { Env } from './env.js';
import { GatewayWorld, MONDAY } from './testing/gateway-world.js';
import { buyerPays, footprint, order } from './testing/market.js';

const KEY = 'market-key';
// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
let redis: TestRedis;
let app: NestFastifyApplication;

beforeAll(async () => {
  await world.open();
  await world.begin();
  redis = await testRedis();
  await setClock(world.db, MONDAY, new Date());
  await world.sandbox.control.setClock({ body: { now: MONDAY, mode: 'running' } });
  app = await startGateway();
}, 60_000);
afterAll(async () => {
  await app.close();
  await redis.close();
  await world.endAndClose();
});

/** Starts the whole app without a socket: guard, idempotency, controllers, outbox relay and worker. */
async function startGateway(): Promise<NestFastifyApplication> {
  const sha256 = createHash('sha256').update(KEY).digest('hex');
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    CONTROLLED_CLOCK: 'true',
    DATABASE_URL: world.url,
    REDIS_URL: redis.url,
    API_KEYS: JSON.stringify([{ id: 'market', sha256, roles: ['market'] }]),
    PROVIDER_BASE_URL: world.sandbox.baseUrl,
    PROVIDER_SECRET_KEY: world.sandbox.secretKey,
    PROVIDER_SECURITY_KEYS: world.sandbox.securityKey,
    DATA_KEYS: TEST_DATA_KEYS,
    OBSERVE_AFTER_SECONDS: '1',
    CANCEL_SETTLE_SECONDS: '2',
  });
  const started = await createApp(gatewayApp(env));
  await started.init();
  return started;
}

type Reply = { status: number; json: Record<string, unknown> };
async function send(
  method: 'GET' | 'POST',
  url: string,
  payload?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload, wire) }),
  });
  const { instance: _trace, ...json } = reply.json<Record<string, unknown>>();
  if (reply.statusCode < 300) await expectDecided(world.db, { method, url, reply: json });
  return { status: reply.statusCode, json };
}
const wire = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

async function pay(facts: OrderFacts = order([{}, { sellerId: 'bolt', amount: 20_000n }])) {
  expect(await send('POST', '/orders', facts)).toMatchObject({
    status: 201,
    json: { orderId: facts.orderId, paymentState: null },
  });
  return buyerPays(world.sandbox, facts);
}
const confirm = (asked: object) => send('POST', '/v1/payments/confirm', asked);
const cancel = (paymentKey: string, body: object, headers = {}) =>
  send('POST', `/v1/payments/${paymentKey}/cancel`, { cancelReason: 'changed my mind', ...body }, headers);

test('a market that speaks the provider’s interface pays, cancels and reads without knowing that we are between', async () => {
  const before = await receivable();
  const asked = await pay();
  const basic = { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` };
  const paid = await send('POST', '/v1/payments/confirm', asked, basic);
  expect(paid).toMatchObject({
    status: 200,
    json: { status: 'DONE', totalAmount: 30_000, balanceAmount: 30_000, cancels: null },
  });
  expect(await confirm(asked)).toEqual(paid);

  const headers = { 'idempotency-key': 'cancel-1' };
  const canceled = await cancel(asked.paymentKey, { cancelAmount: 9_000 }, headers);
  expect(canceled).toMatchObject({ status: 200, json: { status: 'PARTIAL_CANCELED', balanceAmount: 21_000 } });
  expect(await cancel(asked.paymentKey, { cancelAmount: 9_000 }, headers)).toEqual(canceled);
  expect(await cancel(asked.paymentKey, { cancelAmount: 9_001 }, headers)).toMatchObject({
    status: 422,
    json: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });

  expect(await send('GET', `/v1/payments/${asked.paymentKey}`)).toEqual(canceled);
  expect(await send('GET', `/v1/payments/orders/${asked.orderId}`)).toEqual(canceled);
  expect(await send('GET', `/orders/${asked.orderId}`)).toMatchObject({
    status: 200,
    json: {
      paymentState: 'partially_canceled',
      lines: [{ canceled: 3_000, maturesOn: '2026-05-13' }, { canceled: 6_000 }],
    },
  });
  expect(await receivable()).toBe(before + 21_000n);
});

// prettier-ignore
test.each`
  what                                        | change                                                        | status | code
  ${'lines that do not add up'}               | ${{ totalAmount: 29_999 }}                                    | ${422} | ${'ORDER_SUM_MISMATCH'}
  ${'an unknown seller'}                      | ${{ lines: [{ sellerId: 'nobody' }] }}                        | ${422} | ${'SELLER_UNKNOWN'}
  ${'a negative amount'}                      | ${{ lines: [{ amount: -10_000 }], totalAmount: -10_000 }}     | ${400} | ${'INVALID_REQUEST'}
  ${'a fraction of a won'}                    | ${{ lines: [{ amount: 10_000.5 }], totalAmount: 10_000.5 }}   | ${400} | ${'INVALID_REQUEST'}
  ${'a fraction of a won as text'}            | ${{ lines: [{ amount: '10000.5' }] }}                         | ${400} | ${'INVALID_REQUEST'}
  ${'more won than a number can hold'}        | ${{ lines: [{ amount: 1e300 }] }}                             | ${400} | ${'INVALID_REQUEST'}
  ${'a line that costs nothing'}              | ${{ lines: [{ amount: 0 }], totalAmount: 0 }}                 | ${422} | ${'LINE_AMOUNT_INVALID'}
  ${'a discount as large as the line'}        | ${{ lines: [{ discountAmount: 10_000 }], totalAmount: 0 }}    | ${422} | ${'LINE_AMOUNT_INVALID'}
  ${'a line id twice'}                        | ${{ lines: [{}, { lineId: 'L1' }], totalAmount: 20_000 }}     | ${422} | ${'LINE_AMOUNT_INVALID'}
  ${'a known order id with other content'}    | ${{ orderId: 'known', orderName: 'others' }}                  | ${409} | ${'ORDER_CONFLICT'}
  ${'a day before the seller had terms'}      | ${{ orderedAt: '2026-04-30T00:00:00Z' }}                      | ${422} | ${'TERMS_MISSING'}
  ${'an order id that is too short'}          | ${{ orderId: 'o' }}                                           | ${400} | ${'INVALID_REQUEST'}
  ${'no lines'}                               | ${{ lines: [] }}                                              | ${400} | ${'INVALID_REQUEST'}
  ${'a misspelt discount of the seller'}      | ${{ lines: [{ discountBySellr: 0 }] }}                        | ${400} | ${'INVALID_REQUEST'}
`('an order with $what is refused with $code, twice the same, and nothing is written', async (row: Record<string, unknown>) => {
  const known = order([{}, {}, {}]);
  await send('POST', '/orders', known);
  const before = await footprint(world.db);
  const { orderId, lines: drafts = [{}, {}, {}], ...change } = row['change'] as { orderId?: string; lines?: object[] };
  const facts = order(drafts.map(() => ({})));
  const lines = facts.lines.map((line, index) => ({ ...line, ...drafts[index] }));
  const body = { ...facts, lines, ...change, ...(orderId && { orderId: orderId === 'known' ? known.orderId : orderId }) };
  const first = await send('POST', '/orders', body);
  expect(first).toMatchObject({ status: row['status'], json: { code: row['code'], status: row['status'], type: 'about:blank' } });
  expect(await send('POST', '/orders', body)).toEqual(first);
  expect(await footprint(world.db)).toEqual(before);
});

test("unknown fields and filters are named; the provider's own paths ignore them, as the provider does", async () => {
  const facts = order([{}]);
  const lines = facts.lines.map((line) => ({ ...line, discountBySellr: 0 }));
  const refused = await send('POST', '/orders', { ...facts, lines, memo: 'x'.repeat(70), ['y'.repeat(70)]: 1 });
  expect(refused.json).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: [
      { path: 'body.lines.0.discountBySellr', message: 'Unknown field' },
      { path: 'body.memo', message: 'Unknown field' },
      { path: `body.${'y'.repeat(60)}`, message: 'Unknown field' },
    ],
  });
  expect(await send('GET', `/orders/${facts.orderId}?full=true`)).toMatchObject({
    status: 400,
    json: { fields: [{ path: 'query.full', message: 'Unknown field' }] },
  });
  const asked = await pay();
  expect(await confirm({ ...asked, memo: 'a' })).toMatchObject({ status: 200 });
  expect(await send('GET', `/v1/payments/${asked.paymentKey}?full=true`)).toMatchObject({ status: 200 });
});

test('what cannot be confirmed or canceled is refused in the words of the provider, twice the same, and nothing is written', async () => {
  const open = await pay();
  const done = await pay();
  await confirm(done);
  const before = await footprint(world.db);
  const attempts: [number, string, () => Promise<Reply>][] = [
    [404, 'ORDER_NOT_FOUND', () => confirm({ ...open, orderId: 'order-unknown' })],
    [403, 'FORBIDDEN_REQUEST', () => confirm({ ...open, amount: 29_999 })],
    [400, 'DUPLICATED_ORDER_ID', () => confirm({ ...done, paymentKey: open.paymentKey })],
    [400, 'INVALID_REQUEST', () => confirm({ ...open, amount: -1 })],
    [400, 'INVALID_REQUEST', () => confirm({ ...open, amount: 0.5 })],
    [400, 'INVALID_REQUEST', () => confirm({ orderId: open.orderId })],
    [400, 'INVALID_REQUEST', () => send('POST', '/v1/payments/confirm', '{"paymentKey":')],
    [401, 'UNAUTHORIZED_KEY', () => send('POST', '/v1/payments/confirm', open, { authorization: 'Bearer other' })],
    [403, 'NOT_CANCELABLE_AMOUNT', () => cancel(done.paymentKey, { cancelAmount: 30_001 })],
    [
      422,
      'CANCEL_LINES_INVALID',
      () => cancel(done.paymentKey, { cancelAmount: 1, lines: [{ lineId: 'L9', amount: 1 }] }),
    ],
    [400, 'INVALID_REQUEST', () => cancel(done.paymentKey, { lines: [{ lineId: 'L1', amount: -1 }] })],
    [400, 'INVALID_REQUEST', () => cancel(done.paymentKey, { cancelAmount: -1 })],
    [400, 'INVALID_REQUEST', () => cancel(done.paymentKey, { cancelReason: '' })],
    [404, 'NOT_FOUND_PAYMENT', () => send('GET', '/v1/payments/no-such-payment')],
    [404, 'NOT_FOUND_PAYMENT', () => send('GET', '/v1/payments/orders/order-unknown')],
    [404, 'NOT_FOUND_HTTP_METHOD', () => send('GET', '/v1/no-such-path')],
  ];
  for (const [status, code, attempt] of attempts) {
    const first = await attempt();
    expect(first).toEqual({ status, json: { code, message: expect.any(String) as string } });
    expect(await attempt()).toEqual(first);
  }
  expect(await send('GET', '/orders/order-unknown')).toMatchObject({ status: 404, json: { code: 'ORDER_NOT_FOUND' } });
  expect(await footprint(world.db)).toEqual(before);
  // Payments that our books do not have are canceled at the provider alone; a look would find a lost outcome.
  expect(await cancel(open.paymentKey, {})).toMatchObject({ status: 403, json: { code: 'NOT_CANCELABLE_PAYMENT' } });
  expect(await cancel('no-such-payment', {})).toMatchObject({ status: 404, json: { code: 'NOT_FOUND_PAYMENT' } });
});

test('answers that are lost on the way are made up for without anybody asking again', async () => {
  const asked = await pay();
  const before = { receivable: await receivable(), postings: await world.count('ledger.posting') };
  const becomes = (amount: bigint) =>
    eventually(async () => expect((await receivable()) - before.receivable).toBe(amount), { timeoutMs: 10_000 });
  const lose = (operation: string, kind: 'drop-after-commit' | 'drop-before-commit') =>
    world.sandbox.control.addFault({ body: { operation, kind, times: 1 } });
  const unknown = { status: 503, json: { code: 'PAYMENT_OUTCOME_UNKNOWN' } };

  await lose('confirmPayment', 'drop-after-commit');
  expect(await confirm(asked)).toMatchObject(unknown);
  await becomes(30_000n);

  await lose('cancelPayment', 'drop-after-commit');
  expect(await cancel(asked.paymentKey, { cancelAmount: 10_000 })).toMatchObject(unknown);
  await becomes(20_000n);

  await lose('cancelPayment', 'drop-before-commit');
  expect(await cancel(asked.paymentKey, { cancelAmount: 5_000 })).toMatchObject(unknown);
  await becomes(15_000n);

  expect(await world.count('ledger.posting')).toBe(before.postings + 3);
  const { cancels } = await world.sandbox.api.getPayment({ params: { paymentKey: asked.paymentKey } });
  expect(cancels).toHaveLength(2);
  await eventually(async () => expect(await world.openJobs()).toEqual([]));
});

const receivable = async (): Promise<bigint> => (await world.books())['provider:receivable'] ?? 0n;
