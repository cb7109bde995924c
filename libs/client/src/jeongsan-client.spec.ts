import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endpoint, traceIdOf } from '@jeongsan/http-contract';
import { serviceNames, services } from '@jeongsan/platform-contract';
import { type CallError, createJeongsanClient, idempotencyKeyOf, type JeongsanClientOptions } from './index.js';

type Got = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status: number; json: unknown };
let server: Server;
let got: Got[];
let reply: (url: string) => Reply;
beforeEach(async () => {
  got = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      got.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const { status, json } = reply(url);
      response.writeHead(status, { 'x-trace-id': 'trace-1' }).end(JSON.stringify(json));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = (options: Partial<JeongsanClientOptions> = {}) =>
  createJeongsanClient({ baseUrl: baseUrl(), credential: 'market-key', ...options });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: CallError) => error,
  );
const problem = (status: number, code: string) => () => ({ status, json: { code, detail: '' } });
const endpointId = '018f0e5a-0000-7000-8000-000000000001';
const nothing = { payable: 0, reserved: 0, reserve: 0, debt: 0, paid: 0, withheld: 0, failed: 0, failedCount: 0 };
const position = (sellerId: string) => ({
  ...{ ...nothing, sellerId, pending: 9_007_199_254_740_000, lastFailureCode: null, holdReasons: [] },
});

/** Answers about one thing, whose lines come in pages beside its other members. */
const detailsInPages = ['explainPayout', 'explainSellerPagePayout', 'getRuleChange', 'getTermsChange'];

test('every endpoint of every service is there', () => {
  const { all, csv, services: ofServices, ...operations } = client();
  const endpoints = Object.fromEntries(Object.values(services).flatMap((own) => Object.entries<Endpoint>(own)));
  const expected = Object.keys(endpoints);
  expect(Object.keys(operations).toSorted()).toEqual(expected.toSorted());
  expect(Object.keys(ofServices).toSorted()).toEqual(serviceNames.toSorted());
  // Every query with `after` belongs to a list whose pages can be read.
  const paged = expected.filter(
    (name) => 'after' in (endpoints[name]?.query?.shape ?? {}) && !detailsInPages.includes(name),
  );
  expect(Object.keys(all).toSorted()).toEqual(paged.toSorted());
  expect(paged.length).toBeGreaterThan(40);
  // Lists whose answer is short enough for one page.
  const whole = [
    'getCalendar',
    'listDailyBalances',
    'listEndpoints',
    'listEventSchemas',
    'listSellerPageEvents',
    'listTerms',
    'totalBreaks',
  ];
  expect(Object.keys(csv).toSorted()).toEqual([...paged, ...whole].toSorted());
});

test('a call goes to the door with the credential of its moment', async () => {
  reply = () => ({ status: 200, json: { items: [] } });
  let nth = 0;
  const api = client({ baseUrl: `${baseUrl()}/`, credential: async () => `token-${(nth += 1)}` });
  const answer = await api.listEndpoints();
  await api.listEndpoints({});
  expect(got.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['GET', '/api/v1/webhook-endpoints', 'Bearer token-1'],
    ['GET', '/api/v1/webhook-endpoints', 'Bearer token-2'],
  ]);
  expect(traceIdOf(answer)).toBe('trace-1');
});

test('what every service has is asked for under the name of the service', async () => {
  reply = () => ({ status: 200, json: { items: [], nextCursor: null } });
  const { services: ofServices } = client();
  await ofServices['payout-scheduler'].listDeadJobs();
  for await (const _ of ofServices['seller-onboarding'].all.listDeadJobs()) throw new Error('there is none');
  expect(got.map(({ url }) => url)).toEqual([
    '/api/v1/payout-scheduler/operations/dead-jobs',
    '/api/v1/seller-onboarding/operations/dead-jobs',
  ]);
});

test('a list is read page by page, each page when its first item is asked for, and money stays bigint', async () => {
  const pages = [['a', 'b'], [], ['c']];
  reply = (url) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('after') ?? 0);
    return {
      status: 200,
      json: { items: (pages[page] ?? []).map(position), nextCursor: page < 2 ? String(page + 1) : null },
    };
  };
  const read: [string, bigint][] = [];
  for await (const { sellerId, pending } of client().all.listSellerPositions({ query: { limit: 2 } })) {
    read.push([sellerId, pending]);
    expect(got).toHaveLength(sellerId === 'c' ? 3 : 1);
  }
  expect(read.map(([sellerId]) => sellerId)).toEqual(['a', 'b', 'c']);
  expect(read[0]?.[1]).toBe(9_007_199_254_740_000n);
  expect(got.map(({ url }) => url.split('?')[1])).toEqual(['limit=2', 'after=1&limit=2', 'after=2&limit=2']);
});

test('a list whose cursor is a number in memory goes on too', async () => {
  reply = (url) => ({ status: 200, json: { items: [], nextCursor: url.includes('after=7') ? null : '7' } });
  const rows = client().all.listBankRows({ params: { statementId: endpointId } });
  for await (const _ of rows) throw new Error('there is none');
  expect(got).toHaveLength(2);
});

test.each([
  ['a', 2],
  ['', 1],
])('a page that names "%s" each time as the next one ends the reading with an error', async (nextCursor, requests) => {
  reply = () => ({ status: 200, json: { items: [], nextCursor } });
  const reading = client().all.listSellerPositions();
  expect(await failure(reading.next())).toMatchObject({ outcome: 'unknown', code: 'CURSOR_UNUSABLE' });
  expect(got).toHaveLength(requests);
});

test('a POST carries an Idempotency-Key, the caller’s own or a new one each time; a failure says which', async () => {
  reply = problem(503, 'UNAVAILABLE');
  let nth = 0;
  const api = client({ newIdempotencyKey: () => `new-${(nth += 1)}` });
  const test = { params: { endpointId } };
  const errors = [
    await failure(api.testEndpoint(test)),
    await failure(api.testEndpoint(test)),
    await failure(api.testEndpoint(test, { idempotencyKey: 'own' })),
    await failure(api.getEndpoint(test)),
    await failure(client().testEndpoint(test)),
  ];
  const sent = got.map(({ headers }) => headers['idempotency-key']);
  expect(sent).toEqual(['new-1', 'new-2', 'own', undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(errors.map((error) => error && idempotencyKeyOf(error))).toEqual(sent);
});

test('a bulk registration, whose answer is not kept, carries none', async () => {
  const line = { line: 1, orderId: null, outcome: 'refused', problem: null };
  reply = () => ({ status: 200, json: line });
  const lines = await client().registerOrders({ body: [] });
  expect(lines).toEqual([line]);
  expect(got[0]?.headers['idempotency-key']).toBeUndefined();
});

// prettier-ignore
test.each([
  ['a refusal of the contract', problem(404, 'WEBHOOK_ENDPOINT_NOT_FOUND'),     'rejected'],
  ['no right',                  problem(403, 'FORBIDDEN'),                      'rejected'],
  ['a code of no contract',     problem(409, 'IDEMPOTENT_REQUEST_PROCESSING'),  'unknown'],
  ['too many requests',         problem(429, 'RATE_LIMITED'),                   'unknown'],
  ['a service away',            problem(503, 'UNAVAILABLE'),                    'unknown'],
  ['another answer',            () => ({ status: 200, json: {} }),              'unknown'],
])('%s', async (_, given, outcome) => {
  reply = given;
  expect(await failure(client().getEndpoint({ params: { endpointId } }))).toMatchObject({ outcome, traceId: 'trace-1' });
});

// prettier-ignore
test.each([
  ['fails',                    () => Promise.reject(new Error('expired')) ],
  ['returns nothing',          () => undefined as unknown as string       ],
  ['returns a broken line',    () => 'secret-token\n'                     ],
])('a function for the credential that %s sends nothing, and no token is repeated', async (_, credential) => {
  const error = await failure(client({ credential }).listEndpoints());
  expect(error).toMatchObject({ outcome: 'rejected', status: 0, code: 'NO_CREDENTIAL' });
  expect(JSON.stringify([error?.message, error?.detail])).not.toContain('secret-token');
  expect(got).toEqual([]);
});

// prettier-ignore
test.each([
  [{ baseUrl: 'jeongsan.example' },            'baseUrl: needs an address such as https://jeongsan.example'],
  [{ baseUrl: 'https://jeongsan.example?a=b' }, 'baseUrl: needs an address such as https://jeongsan.example'],
  [{ credential: '' },                         'credential: needs a key or a token, without spaces and line breaks'],
  [{ credential: 'a\n' },                      'credential: needs a key or a token, without spaces and line breaks'],
])('the options %j are refused', (options, message) => {
  expect(() => client(options)).toThrow(new TypeError(message));
});

test('what the types refuse', () => {
  const api = client();
  const refused = async () => {
    // @ts-expect-error a misspelt option
    await api.listEndpoints({}, { timeoutMS: 1 });
    // @ts-expect-error a misspelt filter
    await api.listSellerPositions({ query: { sellerID: 'acme' } });
    // @ts-expect-error params are required
    await api.getEndpoint();
    // @ts-expect-error an endpoint without parts takes none
    await api.listEndpoints({ query: { after: 'a' } });
    // @ts-expect-error a list of one page has no iterator
    void api.all.listEndpoints;
    // @ts-expect-error a misspelt option of the client
    createJeongsanClient({ baseUrl: 'https://jeongsan.example', credential: 'key', retries: 3 });
  };
  expect(refused).toBeInstanceOf(Function);
});
