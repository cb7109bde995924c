import { createHash, randomUUID } from 'node:crypto';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { TEST_DATA_KEYS, testRedis, type SandboxMerchant, type TestRedis } from '@jeongsan/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { gatewayApp } from './app.module.js';
import { Env } from './env.js';
import { GatewayWorld, MONDAY } from './testing/gateway-world.js';
import { buyerPays, order } from './testing/market.js';

const KEY = 'market-key';
const CARD_NUMBER = '9410001234567890';
// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
const world = new GatewayWorld();
let redis: TestRedis;
let app: NestFastifyApplication;
/** The market's second account at the provider, for billing and payments from abroad. */
let billing: SandboxMerchant;

beforeAll(async () => {
  await world.open();
  await world.begin();
  redis = await testRedis();
  await setClock(world.db, MONDAY, new Date());
  await world.sandbox.control.setClock({ body: { now: MONDAY, mode: 'running' } });
  billing = await world.sandbox.addMerchant('billing1', ['billing', 'overseas']);
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
    PROVIDER_ACCOUNTS: JSON.stringify([billing.account]),
    DATA_KEYS: TEST_DATA_KEYS,
  });
  app = await createApp(gatewayApp(env));
  await app.init();
}, 60_000);
afterAll(async () => {
  await app.close();
  await redis.close();
  await world.endAndClose();
});

const wire = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
async function send(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const reply = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(payload && { payload: JSON.stringify(payload, wire) }),
  });
  return { status: reply.statusCode, json: JSON.parse(reply.body || 'null') as Record<string, unknown> | null };
}

/** Registers an order whose buyer authenticates in a payment window of the account. */
async function ordered(at: Pick<SandboxMerchant, 'control'>) {
  const facts = order();
  expect(await send('POST', '/orders', facts)).toMatchObject({ status: 201 });
  return buyerPays({ ...world.sandbox, control: at.control }, facts);
}
const approved = async (at: Pick<SandboxMerchant, 'control'>) => (await at.control.readBook({})).approved;

test('payments of both accounts are confirmed, read and canceled through one address', async () => {
  for (const [at, mId] of [
    [world.sandbox, 'tjeongsan'],
    [billing, 'billing1'],
  ] as const) {
    const before = await approved(at);
    const asked = await ordered(at);
    expect(await send('POST', '/v1/payments/confirm', asked)).toMatchObject({
      status: 200,
      json: { mId, status: 'DONE' },
    });
    expect(await approved(at)).toBe(before + 10_000n);
    const { paymentKey } = asked;
    const canceled = await send('POST', `/v1/payments/${paymentKey}/cancel`, {
      cancelReason: '변심',
      cancelAmount: 4_000,
    });
    expect(canceled).toMatchObject({ status: 200, json: { mId, balanceAmount: 6_000 } });
    expect(await send('GET', `/v1/payments/${paymentKey}`)).toMatchObject({ status: 200, json: { mId } });
    expect(await send('GET', `/v1/payments/orders/${asked.orderId}`)).toMatchObject({ status: 200, json: { mId } });
  }
});

test('a payment that was canceled before it was booked finds its approval in the list of its own account', async () => {
  const { paymentKey, orderId, amount } = await ordered(billing);
  await billing.api.confirmPayment({ body: { paymentKey, orderId, amount } });
  await billing.api.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심', cancelAmount: 1_000n } });
  expect(await send('POST', '/v1/payments/confirm', { paymentKey, orderId, amount })).toMatchObject({ status: 200 });
  expect(await send('GET', `/orders/${orderId}`)).toMatchObject({ json: { paymentState: 'partially_canceled' } });
});

test('operations of a purpose go to the account of the purpose, and find objects of the others', async () => {
  const customerKey = randomUUID();
  const issued = await send('POST', '/v1/billing/authorizations/card', {
    ...{ customerKey, cardNumber: CARD_NUMBER, cardExpirationYear: '28', cardExpirationMonth: '07' },
    customerIdentityNumber: '880101',
  });
  expect(issued).toMatchObject({ status: 200, json: { mId: 'billing1' } });
  const older = await world.sandbox.api.issueBillingKeyByCard({
    body: {
      ...{ customerKey, cardNumber: CARD_NUMBER, cardExpirationYear: '28', cardExpirationMonth: '07' },
      customerIdentityNumber: '880101',
    },
  });
  expect(await send('DELETE', `/v1/billing/${older.billingKey}`)).toMatchObject({ status: 200 });
  expect(await send('DELETE', `/v1/billing/${older.billingKey}x`)).toMatchObject({ status: 404 });
});

test('an object that no account has is answered as the first account answers', async () => {
  expect(await send('GET', '/v1/payments/tjeongsan20260511nowhere')).toMatchObject({
    status: 404,
    json: { code: 'NOT_FOUND_PAYMENT' },
  });
});

test('the rotation of one account does not disturb the other', async () => {
  await world.sandbox.control.changeMerchantKeys({
    params: { mId: 'billing1' },
    body: { secretKeys: [`test_sk_${randomUUID().replaceAll('-', '')}`] },
  });
  const asked = await ordered(world.sandbox);
  expect(await send('POST', '/v1/payments/confirm', asked)).toMatchObject({ status: 200 });
  const issued = await send('POST', '/v1/billing/authorizations/card', { customerKey: 'anyone' });
  expect(issued).toMatchObject({ status: 503, json: { code: 'PROVIDER_UNAVAILABLE' } });
});
