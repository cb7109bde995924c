import { inspect } from 'node:util';
import { open, parseSecurityKey } from '@jeongsan/jwe';
import { providerContract } from '@jeongsan/provider-contract';
import { createClientFor } from './index.js';
import {
  FOREIGN,
  NEW,
  NOON,
  OLD,
  SECRET,
  type Script,
  clientOver,
  failure,
  json,
  payout,
  reply,
  sealedReply,
  v2,
  v2Error,
} from './testing/scripted.js';

test('a call carries the secret key as Basic user with an empty password', async () => {
  const { client, sent } = clientOver(() =>
    json(
      200,
      v2('balance', { pendingAmount: { currency: 'KRW', value: 0 }, availableAmount: { currency: 'KRW', value: 7 } }),
    ),
  );
  await client.getBalance({});
  expect(sent[0]?.headers['authorization']).toBe(`Basic ${Buffer.from(`${SECRET}:`).toString('base64')}`);
  expect(sent[0]?.url).toBe('https://provider.test/v2/balances');
  expect(sent[0]?.body).toBeUndefined();
});

describe("a customer's call", () => {
  const methods = { isIdentified: false, selectedMethodId: null, cards: [], accounts: [] };

  test('carries the access token, and the secret key goes to no such call', async () => {
    const { client, sent } = clientOver(() => json(200, methods));
    await client.getWalletMethods({}, { accessToken: 'token-1' });
    await client.getWalletMethods({}, { headers: { authorization: 'Bearer token-2' } });
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('without an access token is never sent', async () => {
    const { client, sent } = clientOver(() => json(200, methods));
    for (const call of [
      () => client.getWalletMethods({}),
      () => client.removeWalletCustomer({}, { accessToken: '' }),
    ]) {
      expect(await failure(call())).toMatchObject({
        outcome: 'rejected',
        code: 'NO_ACCESS_TOKEN',
        detail: expect.stringContaining('options.accessToken') as string,
      });
    }
    expect(sent).toEqual([]);
  });

  test("leaves the merchant's own calls their key", async () => {
    const { client, sent } = clientOver(() => json(200, methods));
    await client.getWalletMethodsOf({ params: { customerKey: 'nobody' } }, { accessToken: 'token-1' });
    expect(sent[0]?.headers['authorization']).toMatch(/^Basic /);
  });
});

describe('a sealed call', () => {
  const create = (script: Script) => {
    const over = clientOver(script);
    return { ...over, call: () => over.client.createPayouts({ body: [payout] }, { idempotencyKey: 'idem-1' }) };
  };
  const empty = v2('payout-list', { hasMore: false, size: 0, nextCursor: null, items: [] });

  test('travels as text that the newest key opens, with the headers of the documents', async () => {
    const { call, sent } = create(() => sealedReply(200, empty));
    await call();
    expect(sent[0]?.headers).toMatchObject({
      'content-type': 'text/plain',
      'tosspayments-api-security-mode': 'ENCRYPTION',
      'idempotency-key': 'idem-1',
    });
    const { text, header } = await open(String(sent[0]?.body), [parseSecurityKey(NEW)], { requireHeaderTimes: true });
    expect(JSON.parse(text)).toMatchObject([{ refPayoutId: 'r1', destination: 'seller_1' }]);
    expect(header.iat).toBe('2026-11-20T12:00:00+09:00');
    expect(sent[0]?.body).not.toContain('seller_1');
  });

  test('understands a reply sealed with the older key', async () => {
    await expect(create(() => sealedReply(200, empty, OLD)).call()).resolves.toMatchObject({
      entityBody: { items: [] },
    });
  });

  // prettier-ignore
  test.each<[string, Script, 'rejected' | 'unknown', string]>([
    ['a sealed no with a listed code',     () => sealedReply(400, v2Error('NOT_ENOUGH_AMOUNT')),          'rejected', 'NOT_ENOUGH_AMOUNT'],
    ['a sealed no with an unlisted code',  () => sealedReply(400, v2Error('SOMETHING_NEW')),              'unknown',  'SOMETHING_NEW'],
    ['a sealed failure of theirs',         () => sealedReply(500, v2Error('NOT_ENOUGH_AMOUNT')),          'unknown',  'NOT_ENOUGH_AMOUNT'],
    ['a plain no',                         () => json(400, v2Error('NOT_ENOUGH_AMOUNT')),                 'unknown',  'NOT_ENOUGH_AMOUNT'],
    ['a plain no of the older form',       () => json(400, { code: 'INVALID_REQUEST', message: 'x' }),    'unknown',  'INVALID_REQUEST'],
    ['a plain refusal of the key',         () => json(401, { code: 'UNAUTHORIZED_KEY', message: 'x' }),   'rejected', 'UNAUTHORIZED_KEY'],
    ['a plain 403',                        () => json(403, v2Error('INCORRECT_BASIC_AUTH_FORMAT')),       'rejected', 'INCORRECT_BASIC_AUTH_FORMAT'],
    ['a plain yes',                        () => json(200, empty),                                        'unknown',  'NOT_SEALED'],
    ['a yes sealed with a foreign key',    () => sealedReply(200, empty, FOREIGN),                        'unknown',  'UNREADABLE_REPLY'],
    ['a no sealed with a foreign key',     () => sealedReply(400, v2Error('NOT_ENOUGH_AMOUNT'), FOREIGN), 'unknown',  'UNREADABLE_REPLY'],
    ['a page of a box in between',         () => reply(502, '<html>Bad gateway</html>'),                  'unknown',  'NOT_SEALED'],
    ['an empty reply',                     () => reply(200, ''),                                          'unknown',  'NOT_SEALED'],
    ['a sealed reply of another shape',    () => sealedReply(200, { ok: true }),                          'unknown',  'CONTRACT_DRIFT'],
    ['no reply',                           () => Promise.reject(new Error('socket hang up')),             'unknown',  'NO_REPLY'],
  ])('that gets %s is %#: never more certain than the proof', async (_, script, outcome, code) => {
    const { call, sent } = create(script);
    const error = await failure(call());
    expect([error.outcome, error.code]).toEqual([outcome, code]);
    expect(sent).toHaveLength(1);
  });
});

describe('a read', () => {
  const seller = v2('deleted-entity', {});

  // prettier-ignore
  test.each<[string, Script, number]>([
    ['a failure of theirs',   () => json(503, {}),                                                  3],
    ['too many requests',     () => json(429, { code: 'TOO_MANY_REQUESTS', message: '' }),          3],
    ['a request in process',  () => json(409, { code: 'IDEMPOTENT_REQUEST_PROCESSING', message: '' }), 3],
    ['no reply',              () => Promise.reject(new Error('timeout')),                           3],
    ['another conflict',      () => json(409, { code: 'OTHER', message: '' }),                      1],
    ['a plain no',            () => json(404, v2Error('NOT_FOUND_SELLER')),                         1],
    ['an unreadable success', () => json(200, seller),                                              1],
  ])('that gets %s is tried as often as that can help', async (_, script, tries) => {
    const { client, sent } = clientOver(script);
    await failure(client.getSeller({ params: { id: 's' } }));
    expect(sent).toHaveLength(tries);
  });

  test('waits as long as the provider asks for, and gives up at once when that is long', async () => {
    const busy = (retryAfter: string) => reply(429, '{}', { 'retry-after': retryAfter });
    const started = Date.now();
    const patient = clientOver((_, attempt) => busy(attempt === 1 ? '1' : '0'));
    await failure(patient.client.getBalance({}));
    expect(patient.sent).toHaveLength(3);
    expect(Date.now() - started).toBeGreaterThanOrEqual(990);
    const away = clientOver(() => busy('3600'));
    await failure(away.client.getBalance({}));
    expect(away.sent).toHaveLength(1);
  });

  test('that succeeds at the second try succeeds', async () => {
    const { client } = clientOver((_, attempt) =>
      attempt === 1
        ? json(503, {})
        : json(
            200,
            v2('balance', {
              pendingAmount: { currency: 'KRW', value: 0 },
              availableAmount: { currency: 'KRW', value: 7 },
            }),
          ),
    );
    await expect(client.getBalance({})).resolves.toMatchObject({ entityType: 'balance' });
  });
});

test('a write is never repeated by itself', async () => {
  const { client, sent } = clientOver(() => json(503, {}), { retries: 3 });
  await failure(client.cancelPayout({ params: { id: 'p1' } }));
  expect(sent).toHaveLength(1);
});

describe('a write with an idempotency key', () => {
  const cancel = (script: Script, retries?: number) => {
    const { client, sent } = clientOver(script, retries === undefined ? {} : { retries });
    return { sent, call: client.cancelPayout({ params: { id: 'p1' } }, { idempotencyKey: 'idem-1' }) };
  };

  // prettier-ignore
  test.each<[string, number | undefined, Script, number]>([
    ['is not repeated unless asked for',     undefined, () => json(503, {}),                                                   1],
    ['is repeated after a failure',          2,         () => json(503, {}),                                                   3],
    ['is repeated after too many requests',  2,         () => json(429, {}),                                                   3],
    ['is repeated after no reply',           1,         () => Promise.reject(new Error('timeout')),                            2],
    ['is repeated while the first one runs', 4,         () => json(409, v2Error('IDEMPOTENT_REQUEST_PROCESSING')),             5],
    ['is not repeated after a no',           2,         () => json(404, v2Error('PAYOUT_NOT_FOUND')),                          1],
    ['is not repeated after PROVIDER_ERROR', 2,         () => json(400, v2Error('PROVIDER_ERROR')),                            1],
  ])('%s', async (_, retries, script, tries) => {
    const { sent, call } = cancel(script, retries);
    await failure(call);
    expect(sent).toHaveLength(tries);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['idem-1']));
  });
});

test.each([
  ['PROVIDER_ERROR', 400],
  ['IDEMPOTENT_REQUEST_PROCESSING', 409],
])('%s leaves the outcome unknown, although its status is %i', async (code, status) => {
  const listed = { ...providerContract.cancelPayment, errors: [code] };
  const send = () => Promise.resolve(json(status, { code, message: '' }));
  const options = { baseUrl: 'https://x.test', secretKey: SECRET, securityKeys: [NEW], now: () => NOON, send };
  const client = createClientFor({ cancel: listed }, options);
  const error = await failure(client.cancel({ params: { paymentKey: 'p' }, body: { cancelReason: 'r' } }));
  expect(error).toMatchObject({ outcome: 'unknown', status, code });
});

test('members of a reply that nobody knows yet are ignored', async () => {
  const amount = { currency: 'KRW', value: 7, kind: 'new' };
  const { client } = clientOver(() =>
    json(200, { ...v2('balance', { pendingAmount: amount, availableAmount: amount, reserved: amount }), region: 'KR' }),
  );
  const { entityBody } = await client.getBalance({});
  expect(Object.keys(entityBody)).toEqual(['pendingAmount', 'availableAmount']);
});

test('no error shows a key, an authorization or what was sent, however deep one looks', async () => {
  const body = [{ ...payout, transactionDescription: 'canary7' }];
  const fail = (script: Script) => failure(clientOver(script).client.createPayouts({ body }));
  const errors = [
    await fail(() => Promise.reject(new Error('socket hang up'))),
    await fail(() => sealedReply(200, {}, FOREIGN)),
    await fail(() => sealedReply(200, { ok: true })),
    await fail(() => sealedReply(400, v2Error('NOT_ENOUGH_AMOUNT'))),
    await fail(() => reply(502, '<html>Bad gateway</html>')),
    await failure(clientOver(() => json(401, { code: 'UNAUTHORIZED_KEY', message: '' })).client.getBalance({})),
  ];
  const basic = Buffer.from(`${SECRET}:`).toString('base64');
  for (const error of errors) {
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + String(error);
    for (const secret of [SECRET, basic, NEW, OLD, 'canary7', 'authorization']) expect(shown).not.toContain(secret);
  }
});
