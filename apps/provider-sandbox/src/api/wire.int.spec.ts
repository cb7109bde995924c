import { providerContract } from '@jeongsan/provider-contract';
import { authenticated } from '../testing/buyer.js';
import { LIVE_KEY, raw, type Sandbox, SECRET_KEY, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const json = { 'content-type': 'application/json' };
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('authentication', () => {
  // prettier-ignore
  test.each([
    ['nothing',                    undefined,                                   401, 'UNAUTHORIZED_KEY'],
    ['another scheme',             `Bearer ${SECRET_KEY}`,                      401, 'UNAUTHORIZED_KEY'],
    ['an unknown key',             `Basic ${encoded('test_sk_nobody000:')}`,    401, 'UNAUTHORIZED_KEY'],
    ['a key without the colon',    `Basic ${encoded(SECRET_KEY)}`,              403, 'INCORRECT_BASIC_AUTH_FORMAT'],
    ['a key with a password',      `Basic ${encoded(`${SECRET_KEY}:x`)}`,       401, 'UNAUTHORIZED_KEY'],
    ['a key behind a BOM',         `Basic ${encoded(`\ufeff${SECRET_KEY}:`)}`,  401, 'UNAUTHORIZED_KEY'],
    ['a client key',               `Basic ${encoded('test_ck_sandbox000:')}`,   400, 'INVALID_API_KEY'],
    ['something else than base64', 'Basic %%%',                                 401, 'UNAUTHORIZED_KEY'],
  ])('with %s is refused in the form of each interface', async (_, authorization, status, code) => {
    const headers = authorization === undefined ? {} : { authorization };
    const v1 = await raw(sandbox, 'GET', '/v1/payments/any', { headers, secretKey: null });
    expect([v1.status, v1.json]).toEqual([status, { code, message: expect.any(String) as string }]);
    const v2 = await raw(sandbox, 'GET', '/v2/balances', { headers, secretKey: null });
    expect([v2.status, v2.json]).toMatchObject([status, { error: { code }, entityType: null, entityBody: null, version: '2022-11-16' }]);
    expect(v2.json['traceId']).toBe(v2.headers.get('x-tosspayments-trace-id'));
  });

  test('is demanded by every operation', async () => {
    for (const { method, path } of Object.values(providerContract)) {
      expect([path, (await raw(sandbox, method, path, { secretKey: null })).status]).toEqual([path, 401]);
    }
  });
});

describe('a request that cannot be served', () => {
  // prettier-ignore
  test.each([
    ['malformed JSON',          'POST', '/v1/payments/confirm', '{"paymentKey":',                             json,                          400, 'INVALID_REQUEST'],
    ['no body',                 'POST', '/v1/payments/confirm', undefined,                                    json,                          400, 'INVALID_REQUEST'],
    ['another content type',    'POST', '/v1/payments/confirm', '{}',                                         { 'content-type': 'text/xml' }, 400, 'INVALID_REQUEST'],
    ['a form',                  'POST', '/v1/payments/confirm', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' },              400, 'INVALID_REQUEST'],
    ['null',                    'POST', '/v1/payments/confirm', 'null',                                       json,                          400, 'INVALID_REQUEST'],
    ['missing fields',          'POST', '/v1/payments/confirm', '{}',                                         json,                          400, 'INVALID_REQUEST'],
    ['half a won',              'POST', '/v1/payments/confirm', '{"paymentKey":"k","orderId":"order-1","amount":1.5}', json,                 400, 'INVALID_REQUEST'],
    ['a NUL in the path',       'GET',  '/v1/payments/%00',     undefined,                                    {},                            400, 'INVALID_REQUEST'],
    ['a NUL in the body',       'POST', '/v2/bank-accounts/verify-holder-name', '{"bankCode":"088","accountNumber":"1","holderName":""}', json, 400, 'INVALID_REQUEST'],
    ['a body beyond the limit', 'POST', '/v1/payments/confirm', JSON.stringify('x'.repeat(5 << 20)),          json,                          400, 'INVALID_REQUEST'],
    ['an unknown path',         'GET',  '/v1/nowhere',          undefined,                                    {},                            404, 'NOT_FOUND_HTTP_METHOD'],
    ['an unknown v2 path',      'GET',  '/v2/nowhere',          undefined,                                    {},                            404, 'NOT_FOUND_HTTP_METHOD'],
    ['another method',          'DELETE', '/v1/payments/confirm', undefined,                                  {},                            404, 'NOT_FOUND_HTTP_METHOD'],
    ['a year before the first', 'GET',  '/v2/payouts?payoutDateGte=0000-01-01', undefined,                    {},                            400, 'INVALID_REQUEST'],
  ] as const)('%s is answered with a code and a trace, never with a failure', async (_, method, path, body, headers, status, code) => {
    const reply = await raw(sandbox, method, path, { headers, ...(body !== undefined && { body }) });
    const error = path.startsWith('/v2') ? reply.json['error'] : reply.json;
    expect([reply.status, error]).toMatchObject([status, { code }]);
    expect(reply.headers.get('x-tosspayments-trace-id')).toMatch(/^[0-9a-f]{32}$/);
    expect(reply.text).not.toMatch(/at .*\.(ts|js)/);
  });

  test('names the field that did not fit', async () => {
    const body = JSON.stringify({ paymentKey: 'k', orderId: 'order-1', amount: 'many' });
    const { json: error } = await raw(sandbox, 'POST', '/v1/payments/confirm', { headers: json, body });
    expect(error['message']).toBe('잘못된 요청입니다. (amount)');
  });
});

test('messages are Korean, and English for who asks for it', async () => {
  const korean = await raw(sandbox, 'GET', '/v1/payments/nobody');
  const english = await raw(sandbox, 'GET', '/v1/payments/nobody', {
    headers: { 'accept-language': 'en-US,en;q=0.9' },
  });
  expect([korean.json['message'], english.json['message']]).toEqual([
    '존재하지 않는 결제 정보 입니다.',
    'Not found payment.',
  ]);
});

describe('the test-code header', () => {
  const ask = async (code: string, secretKey = SECRET_KEY) => {
    const { paymentKey, orderId } = await authenticated(sandbox, 1_000n);
    const body = JSON.stringify({ paymentKey, orderId, amount: 1_000 });
    return raw(sandbox, 'POST', '/v1/payments/confirm', {
      headers: { ...json, 'TossPayments-Test-Code': code },
      body,
      secretKey,
    });
  };
  // prettier-ignore
  test.each([
    ['REJECT_CARD_COMPANY',           403, 'REJECT_CARD_COMPANY'],
    ['IDEMPOTENT_REQUEST_PROCESSING', 409, 'IDEMPOTENT_REQUEST_PROCESSING'],
    ['NO_SUCH_CODE',                  400, 'INVALID_TEST_CODE'],
  ])('%s fails with status %d', async (asked, status, code) => {
    const reply = await ask(asked);
    expect([reply.status, reply.json]).toMatchObject([status, { code }]);
  });

  test('means nothing with a live key', async () => {
    expect((await ask('REJECT_CARD_COMPANY', LIVE_KEY)).json).toMatchObject({ status: 'DONE' });
  });
});

test('amounts of the v2 interface are printed with a decimal, and what a text says stays as it is', async () => {
  const { text } = await raw(sandbox, 'GET', '/v2/balances');
  expect(text).toContain('"pendingAmount":{"currency":"KRW","value":0.0}');
});

test('amounts may be sent as a number, with a decimal, or as text', async () => {
  for (const amount of ['5000', '5000.0', '"5000"']) {
    const { paymentKey, orderId } = await authenticated(sandbox, 5_000n);
    const body = `{"paymentKey":"${paymentKey}","orderId":"${orderId}","amount":${amount}}`;
    expect((await raw(sandbox, 'POST', '/v1/payments/confirm', { headers: json, body })).json).toMatchObject({
      totalAmount: 5000,
      status: 'DONE',
    });
  }
});

test('the contract is served as OpenAPI, and the control API apart from it', async () => {
  const { json: provider } = await raw(sandbox, 'GET', '/openapi.json', { secretKey: null });
  const { json: control, headers } = await raw(sandbox, 'GET', '/control/openapi.json', { secretKey: null });
  expect(Object.keys(provider['paths'] as object)).toContain('/v1/payments/confirm');
  expect(Object.keys(provider['webhooks'] as object)).toContain('payout.changed');
  expect(Object.keys(control['paths'] as object)).toContain('/control/clock');
  expect(headers.get('x-sandbox-control')).toBe('not part of the provider');
});
