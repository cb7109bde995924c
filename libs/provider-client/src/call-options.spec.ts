import { abortedCall, type ReplyHead, traceIdOf } from '@jeongsan/http-contract';
import { type ClientWarning, createProviderClient, type ProviderClientOptions } from './index.js';
import {
  FOREIGN,
  NEW,
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

describe('a client without a security key', () => {
  const keyless = (...securityKeys: string[]) => clientOver(() => json(200, balance), { securityKeys });
  const balance = v2('balance', {
    pendingAmount: { currency: 'KRW', value: 0 },
    availableAmount: { currency: 'KRW', value: 7 },
  });

  test('makes every call that is not encrypted', async () => {
    await expect(keyless().client.getBalance({})).resolves.toMatchObject({ entityType: 'balance' });
  });

  test('sends nothing of an encrypted call', async () => {
    const { client, sent } = keyless();
    const error = await failure(client.createPayouts({ body: [payout] }, { idempotencyKey: 'idem-1' }));
    expect(error).toMatchObject({ outcome: 'rejected', status: 0, code: 'NO_SECURITY_KEY' });
    expect(error.detail).toContain('securityKeys');
    expect(sent).toEqual([]);
  });
});

// prettier-ignore
test.each<[string, Record<string, unknown>, string]>([
  ['no address',                    { baseUrl: undefined },                                 'baseUrl: needs'],
  ['an address without its scheme', { baseUrl: 'api.tosspayments.com' },                    'baseUrl: needs'],
  ['an address of another scheme',  { baseUrl: 'ftp://canary' },                            'baseUrl: needs'],
  ['an address with a query',       { baseUrl: 'https://x.test/?canary=1' },                'baseUrl: needs'],
  ['no secret key',                 { secretKey: undefined },                               'secretKey: is missing'],
  ['an empty secret key',           { secretKey: '' },                                      'secretKey: is missing'],
  ['a secret key with a line break',{ secretKey: 'test_sk_canary\n' },                      'secretKey: has spaces'],
  ['a client key',                  { secretKey: 'test_ck_canary' },                        'secretKey: is a client key'],
  ['a wrong security key',          { securityKeys: [NEW, 'canary'] },                      'securityKeys[1]: needs the 64 hex'],
  ['one security key for a list',   { securityKeys: 'canary' },                             'securityKeys: needs a list'],
  ['an unset security key',         { securityKeys: [undefined] },                          'securityKeys[0]: needs the 64 hex'],
  ['one idempotency key for all',   { headers: { 'Idempotency-Key': 'canary' } },           'headers: an Idempotency-Key belongs'],
  ['an API version of no release',  { minimumApiVersion: '2023-canary' },                   'minimumApiVersion: is none of'],
])('a client with %s is refused with the name of the option, and without the value', (_, wrong, message) => {
  const usable = { baseUrl: 'https://x.test', secretKey: SECRET };
  const make = () => createProviderClient({ ...usable, ...wrong });
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
  expect(make).toThrow(expect.objectContaining({ message: expect.not.stringContaining('canary') as string }) as Error);
});

test("the client's headers go with every call, and a call's own headers replace them", async () => {
  const { client, sent } = clientOver(() => json(200, {}), { headers: { 'Accept-Language': 'en-US', 'X-Shop': 'a' } });
  await failure(client.cancelPayout({ params: { id: 'p1' } }));
  await failure(client.cancelPayout({ params: { id: 'p1' } }, { headers: { 'x-shop': 'b' } }));
  expect(sent.map(({ headers }) => [headers['accept-language'], headers['x-shop']])).toEqual([
    ['en-US', 'a'],
    ['en-US', 'b'],
  ]);
});

describe("the provider's trace id", () => {
  const traced = { 'x-tosspayments-trace-id': 'trace-1' };
  const methods = { isIdentified: false, selectedMethodId: null, cards: [], accounts: [] };
  const wallet = { params: { customerKey: 'customer-1' } };

  test('is on every kind of failure after a reply', async () => {
    const scripts: Script[] = [
      () => reply(404, JSON.stringify(v2Error('PAYOUT_NOT_FOUND')), traced),
      () => reply(500, '<html>', traced),
      () => reply(200, '{}', traced),
    ];
    for (const script of scripts)
      expect(await failure(clientOver(script).client.cancelPayout({ params: { id: 'p1' } }))).toMatchObject({
        traceId: 'trace-1',
      });
    const unsealed = clientOver(() => reply(200, '{}', traced)).client;
    expect(await failure(unsealed.createPayouts({ body: [payout] }))).toMatchObject({ traceId: 'trace-1' });
    const foreign = clientOver(async () => ({ ...(await sealedReply(200, {}, FOREIGN)), headers: traced })).client;
    expect(await failure(foreign.createPayouts({ body: [payout] }))).toMatchObject({ traceId: 'trace-1' });
  });

  test('is taken from the envelope where the header is missing, and undefined where no reply arrived', async () => {
    const refused = clientOver(() => json(404, v2Error('PAYOUT_NOT_FOUND'))).client;
    expect(await failure(refused.cancelPayout({ params: { id: 'p1' } }))).toMatchObject({ traceId: 't' });
    const silent = clientOver(() => Promise.reject(new Error('timeout'))).client;
    expect((await failure(silent.cancelPayout({ params: { id: 'p1' } }))).traceId).toBeUndefined();
  });

  test('belongs to every success: by traceIdOf for objects and lists, by onReply for each call', async () => {
    const seen: ReplyHead[] = [];
    const onReply = (head: ReplyHead) => void seen.push(head);
    const object = await clientOver(() => reply(200, JSON.stringify(methods), traced)).client.getWalletMethodsOf(
      wallet,
      { onReply },
    );
    const list = await clientOver(() => reply(200, '[]', traced)).client.listProducts({ query: {} }, { onReply });
    const nothing = await clientOver(() => reply(200, '', traced)).client.deleteBillingKey(
      { params: { billingKey: 'b1' } },
      { onReply },
    );
    expect([traceIdOf(object), traceIdOf(list), nothing]).toEqual(['trace-1', 'trace-1', undefined]);
    expect(seen).toEqual(Array(3).fill({ status: 200, headers: traced, traceId: 'trace-1' }));
  });

  test('is undefined for answers without one, and a throwing onReply fails no call', async () => {
    const { client } = clientOver(() => json(200, methods));
    const onReply = () => {
      throw new Error('a fault of the caller');
    };
    expect(traceIdOf(await client.getWalletMethodsOf(wallet, { onReply }))).toBeUndefined();
  });
});

describe('an aborted signal', () => {
  const busy: Script = () => json(503, {});

  test('sends nothing when it was aborted before', async () => {
    const { client, sent } = clientOver(busy);
    const error = await failure(client.getBalance({}, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ outcome: 'rejected', status: 0, code: 'ABORTED' });
    expect(sent).toEqual([]);
  });

  test.each(['getBalance', 'createPayment'] as const)('ends the pause before a repetition of %s', async (name) => {
    const stop = new AbortController();
    const script: Script = () => {
      setImmediate(() => stop.abort());
      return reply(503, '{}', { 'retry-after': '9' });
    };
    const { client, sent } = clientOver(script, { retries: 2 });
    const options = { signal: stop.signal, idempotencyKey: 'idem-1' };
    const body = {
      method: '카드',
      amount: 1_000n,
      orderId: 'order-1',
      orderName: 'o',
      successUrl: 'https://x.test',
      failUrl: 'https://x.test',
    } as const;
    const call = name === 'getBalance' ? client.getBalance({}, options) : client.createPayment({ body }, options);
    expect(await failure(call)).toMatchObject({ outcome: 'unknown', code: 'ABORTED' });
    expect(sent).toHaveLength(1);
  });

  test('leaves the outcome unknown when an earlier try was sent and the repetition was not', async () => {
    const { client, sent } = clientOver(
      (_, attempt) => (attempt === 1 ? json(503, {}) : Promise.reject(abortedCall('rejected'))),
      { retries: 2 },
    );
    const error = await failure(
      client.cancelPayment({ params: { paymentKey: 'p' }, body: { cancelReason: 'r' } }, { idempotencyKey: 'k' }),
    );
    expect(error).toMatchObject({ outcome: 'unknown', code: 'ABORTED' });
    expect(sent).toHaveLength(2);
  });
});

describe('the API version of the key', () => {
  const product = (version: string) => json(200, { version });
  const warned = (versions: readonly string[], options: Partial<ProviderClientOptions> = {}) => {
    const warnings: ClientWarning[] = [];
    const script: Script = (_, attempt) => product(versions[attempt - 1] ?? '');
    const { client } = clientOver(script, { onWarning: (warning) => void warnings.push(warning), ...options });
    const read = () => failure(client.getPayment({ params: { paymentKey: 'p' } }));
    return {
      warnings,
      readAll: () => versions.reduce(async (before, _) => void (await before, await read()), Promise.resolve()),
    };
  };

  // prettier-ignore
  test.each<[string, readonly string[], Partial<ProviderClientOptions>, number]>([
    ['the minimum',                          ['2022-11-16'],               {},                                  0],
    ['a newer one',                          ['2024-06-01'],               {},                                  0],
    ['one that is newer than this client',   ['2031-01-01'],               {},                                  0],
    ['an older one',                         ['1.4'],                      {},                                  1],
    ['an older one in each of its answers',  ['1.4', '1.4', '1.3'],        {},                                  1],
    ['an older one than the program stated', ['2022-11-16'],               { minimumApiVersion: '2024-06-01' }, 1],
    ['one that the program stated',          ['1.4'],                      { minimumApiVersion: '1.4' },        0],
  ])('%s is reported at most once', async (_, versions, options, times) => {
    const { warnings, readAll } = warned(versions, options);
    await readAll();
    expect(warnings.map(({ code }) => code)).toEqual(Array(times).fill('API_VERSION_TOO_OLD'));
  });

  test('is not taken from the envelope of /v2, and a throwing onWarning fails no call', async () => {
    const warnings: ClientWarning[] = [];
    const amount = { currency: 'KRW', value: 7 };
    const envelope = { ...v2('balance', { pendingAmount: amount, availableAmount: amount }), version: '1.4' };
    const { client } = clientOver(() => json(200, envelope), { onWarning: (warning) => void warnings.push(warning) });
    await client.getBalance({});
    expect(warnings).toEqual([]);
    const onWarning = () => {
      throw new Error('a fault of the caller');
    };
    const old = clientOver(() => product('1.4'), { onWarning }).client;
    expect(await failure(old.getPayment({ params: { paymentKey: 'p' } }))).toMatchObject({ code: 'CONTRACT_DRIFT' });
  });
});
