import { randomUUID } from 'node:crypto';
import { type Endpoint, type Contract } from '@jeongsan/http-contract';
import { providerContract, providerErrors, type ProviderErrorCode } from '@jeongsan/provider-contract';
import { newOrderId } from '../testing/buyer.js';
import { startReceiver, until } from '../testing/receiver.js';
import { LIVE_KEY, raw, type Sandbox, basic, startSandbox } from '../testing/sandbox.js';
import { codeFor, joined, newCustomerKey, withCard } from '../testing/wallet-customer.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const removed = (headers: Record<string, string>, path = '/v1/wallet/customers/remove') =>
  raw(sandbox, 'POST', path, { headers, secretKey: null });

// prettier-ignore
test.each<[string, Record<string, string>]>([
  ['without a token',      {}],
  ['with an empty token',  { authorization: 'Bearer ' }],
  ['with the secret key',  { authorization: basic('test_sk_sandboxspec0001') }],
  ['with a wrong token',   bearer('guessed')],
  ['with no token at all', bearer('no token')],
])('a call for a customer %s is refused', async (_, headers) => {
  const reply = await raw(sandbox, 'GET', '/v1/wallet/payments/methods', { headers, secretKey: null });
  expect([reply.status, reply.json['code']]).toEqual([401, 'INVALID_ACCESS_TOKEN']);
});

test("a customer's token opens nothing that is the merchant's", async () => {
  const { token, customerKey } = await joined(sandbox);
  const headers = bearer(token.accessToken);
  const reply = await raw(sandbox, 'GET', `/v1/wallet/payments/methods/${customerKey}`, { headers, secretKey: null });
  expect([reply.status, reply.json['code']]).toEqual([401, 'UNAUTHORIZED_KEY']);
});

test('a call for a customer is repeated byte for byte, also after the token is gone with its customer', async () => {
  const [one, two] = [await joined(sandbox), await joined(sandbox)];
  const headers = { ...bearer(one.token.accessToken), 'idempotency-key': randomUUID() };
  const first = await removed(headers);
  const again = await removed(headers);
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  expect(again.headers.get('x-tosspayments-trace-id')).toContain(first.headers.get('x-tosspayments-trace-id'));
  expect((await removed(bearer(one.token.accessToken))).status).toBe(401);
  const others = await removed({ ...headers, ...bearer(two.token.accessToken) });
  expect(others.json).toEqual({ customerKey: two.customerKey, success: true });
});

describe('TossPayments-Test-Code', () => {
  const ordered = async (e: Endpoint, code: string, authorization: string) => {
    const path = e.path.replace(/\{\w+\}/g, 'nobody');
    const headers = { authorization, 'content-type': 'application/json', 'tosspayments-test-code': code };
    const body = e.method === 'POST' ? { body: '{}' } : {};
    const { status, json } = await raw(sandbox, e.method, path, { headers, ...body });
    return [status, json['code']];
  };
  const bearerOperations = Object.entries(providerContract as Contract).filter(([, e]) => e.security === 'bearer');

  test.each(bearerOperations)('brings %s to every error it lists', async (_, e) => {
    const { token } = await joined(sandbox);
    for (const code of e.errors) {
      const { status } = providerErrors[code as ProviderErrorCode];
      expect(await ordered(e, code, `Bearer ${token.accessToken}`)).toEqual([status, code]);
    }
  });

  test('means nothing with a token that a live key got', async () => {
    const customerKey = newCustomerKey();
    const code = await codeFor(sandbox, customerKey);
    const { json } = await raw(sandbox, 'POST', '/v1/wallet/authorizations/access-token', {
      secretKey: LIVE_KEY,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerKey, grantType: 'AuthorizationCode', code }),
    });
    const authorization = `Bearer ${String(json['accessToken'])}`;
    const [status] = await ordered(providerContract.getWalletMethods, 'NOT_FOUND_METHOD', authorization);
    expect(status).toBe(200);
  });
});

describe('/v1/brandpay', () => {
  const headers = { 'content-type': 'application/json' };
  const post = (path: string, body: object, extra: Record<string, string> = {}) =>
    raw(sandbox, 'POST', path, { headers: { ...headers, ...extra }, body: JSON.stringify(body) });

  test('is every path of the wallet under another name', async () => {
    const wallet = Object.values(providerContract).filter(({ path }) => path.startsWith('/v1/wallet/'));
    expect(wallet).toHaveLength(12);
    for (const { method, path } of wallet) {
      const url = path.replace('/v1/wallet/', '/v1/brandpay/').replace(/\{\w+\}/g, 'nobody');
      const reply = await raw(sandbox, method, url, {
        secretKey: null,
        headers,
        ...(method === 'POST' && { body: '{}' }),
      });
      expect([url, reply.status]).toEqual([url, 401]);
    }
  });

  test('names the payment BRANDPAY where the wallet says WALLET, and is another address to an Idempotency-Key', async () => {
    const { customerKey } = await joined(sandbox);
    const { methodKey } = await withCard(sandbox, customerKey);
    const order = () => ({ customerKey, methodKey, amount: '10000', orderId: newOrderId(), orderName: '사과' });
    const key = { 'idempotency-key': randomUUID() };
    const wallet = await post('/v1/wallet/payments', order(), key);
    const alias = await post('/v1/brandpay/payments', order(), key);
    expect([wallet.json['type'], alias.json['type']]).toEqual(['WALLET', 'BRANDPAY']);
    expect(alias.json['orderId']).not.toBe(wallet.json['orderId']);
    expect((await post('/v1/brandpay/payments', order(), key)).text).toBe(alias.text);
    const opened = await sandbox.control.payAsWalletCustomer({
      body: { customerKey, amount: 10_000n, orderId: newOrderId(), orderName: '사과' },
    });
    const { paymentKey, orderId } = opened;
    const confirmed = await post('/v1/brandpay/payments/confirm', { paymentKey, orderId, customerKey, amount: 10_000 });
    expect(confirmed.json).toMatchObject({ type: 'BRANDPAY', status: 'DONE' });
  });

  test('keeps the type of the path under which a payment was confirmed, in reads, cancels and webhooks', async () => {
    const receiver = await startReceiver();
    await sandbox.control.registerWebhook({ body: { url: receiver.url, events: ['PAYMENT_STATUS_CHANGED'] } });
    const { customerKey } = await joined(sandbox);
    await withCard(sandbox, customerKey);
    const types: unknown[] = [];
    for (const path of ['/v1/brandpay/payments/confirm', '/v1/wallet/payments/confirm', '/v1/payments/confirm']) {
      const opened = await sandbox.control.payAsWalletCustomer({
        body: { customerKey, amount: 10_000n, orderId: newOrderId(), orderName: '사과' },
      });
      const { paymentKey, orderId } = opened;
      const body = { paymentKey, orderId, amount: 10_000, ...(!path.startsWith('/v1/payments') && { customerKey }) };
      const confirmed = await post(path, body);
      const read = await sandbox.provider.getPayment({ params: { paymentKey } });
      const byOrder = await sandbox.provider.getPaymentByOrder({ params: { orderId } });
      const canceled = await sandbox.provider.cancelPayment({ params: { paymentKey }, body: { cancelReason: '변심' } });
      types.push([confirmed.json['type'], read.type, byOrder.type, canceled.type]);
    }
    expect(types).toEqual(['BRANDPAY', 'WALLET', 'WALLET'].map((type) => [type, type, type, type]));
    await until('the webhooks arrive', () => receiver.received.length === 6);
    const announced = receiver.received.map(({ json }) => (json['data'] as { type: string }).type);
    expect(announced.sort()).toEqual(['BRANDPAY', 'BRANDPAY', 'WALLET', 'WALLET', 'WALLET', 'WALLET']);
    await receiver.close();
  });
});
