import { randomBytes } from 'node:crypto';
import { request as ask, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { allAt, openDoor, PlainService, problemOf, send, type Door } from '../testing/door.js';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

const seen: Seen[] = [];
/** Keeps what arrives and answers with `respond`. */
let respond: { status: number; headers: Record<string, string>; body: Buffer } = {
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
};
const service = new PlainService((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks) });
    reply.writeHead(respond.status, respond.headers).end(respond.body);
  });
});
const BYTES_MAX = 200_000;
let door: Door;

beforeAll(async () => {
  await service.start();
  door = await openDoor({ ...allAt(service.url), FORWARDED_BYTES_MAX: String(BYTES_MAX) });
});
afterAll(async () => {
  await door.close();
  await service.stop();
});
beforeEach(() => {
  seen.length = 0;
  respond = { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('ok') };
});

const jwe = Buffer.from(`eyJh.${randomBytes(900).toString('base64url')}..x`);

// prettier-ignore
test.each([
  ['JSON with odd spacing',   '/v1/payments/confirm',        'application/json',           Buffer.from('{ "amount":5000.0,\n"a":1,"a":2}')],
  ['broken JSON',             '/v1/payments/confirm',        'application/json',           Buffer.from('{"amount":')],
  ['an encrypted body',       '/v2/payouts',                 'text/plain',                 jwe],
  ['a compressed body',       '/v1/payments/confirm',        'application/json',           gzipSync('{"a":1}')],
  ['a body of no known type', '/webhooks/provider/a-secret', 'application/x-unheard-of',   randomBytes(5_000)],
  ['bytes of one of our own', '/api/v1/orders',              'application/json',           Buffer.from('{"orderId" : "a"}')],
])('%s arrives as it was sent', async (_, path, type, body) => {
  const answer = await send(`${door.url}${path}?b=2&a=%20x`, { method: 'POST', headers: { 'content-type': type }, body });
  expect(answer.status).toBe(200);
  const [arrived] = seen;
  expect({ url: arrived?.url, type: arrived?.headers['content-type'] }).toEqual({
    url: `${path.replace('/api/v1', '')}?b=2&a=%20x`,
    type,
  });
  expect(arrived?.body.equals(body)).toBe(true);
});

// prettier-ignore
test.each([
  ['an encrypted success',      { status: 200, headers: { 'content-type': 'text/plain' },                                   body: jwe }],
  ['a compressed answer',       { status: 200, headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: gzipSync('{"a":1}') }],
  ['an empty success',          { status: 204, headers: {},                                                                 body: Buffer.alloc(0) }],
  ["the provider's refusal",    { status: 400, headers: { 'content-type': 'application/json;charset=UTF-8', 'x-own': 'kept' }, body: Buffer.from('{"code":"A",  "message":"b"}') }],
  ['an unavailable service',    { status: 503, headers: { 'content-type': 'application/problem+json', 'retry-after': '5' }, body: Buffer.from('{}') }],
])('%s comes back with its status, headers and bytes, and was asked for once', async (_, given) => {
  respond = given;
  const answer = await send(`${door.url}/v1/payments/key`);
  expect(answer.status).toBe(given.status);
  expect(answer.headers).toMatchObject(given.headers);
  expect(answer.body.equals(given.body)).toBe(true);
  expect(seen).toHaveLength(1);
});

test('a caller cannot say where it is, nor send headers of its connection', async () => {
  const claimed = { 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1', 'x-real-ip': '10.0.0.1', te: 'trailers' };
  const headers = { ...claimed, connection: 'close, x-private', 'x-private': 'a', authorization: 'Basic abc' };
  await send(`${door.url}/v1/payments/key`, { headers });
  const [arrived] = seen;
  expect(arrived?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', authorization: 'Basic abc' });
  for (const name of ['forwarded', 'x-real-ip', 'te', 'x-private']) expect(arrived?.headers).not.toHaveProperty(name);
});

test('the id of a request is taken when it is well-formed, else made; service and caller get the same one', async () => {
  const given = await send(`${door.url}/v1/payments/a`, { headers: { 'x-request-id': 'order-7' } });
  const made = await send(`${door.url}/v1/payments/b`, { headers: { 'x-request-id': 'two words' } });
  expect(given.headers['x-request-id']).toBe('order-7');
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  expect(seen.map(({ headers }) => headers['x-request-id'])).toEqual(['order-7', made.headers['x-request-id']]);
  expect(seen[1]?.headers['traceparent']).toContain(String(made.headers['x-trace-id']));
});

// prettier-ignore
test.each([
  ['no path of ours',              'GET',  '/api/v1/nothing'],
  ['a path without its prefix',    'POST', '/orders'],
  ['a method that no service has', 'PUT',  '/api/v1/orders'],
  ['a path that means another',    'GET',  '/api/v1/orders/%2e'],
  ['the webhooks under /api/v1',   'POST', '/api/v1/webhooks/provider'],
])('%s is answered 404 as by the services, and forwarded to none', async (_, method, path) => {
  const answer = await send(`${door.url}${path}`, { method });
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(problemOf(answer).code).toBe('NOT_FOUND_ROUTE');
  expect(seen).toEqual([]);
});

test.each(['/v1/..%2Fhealth', '/v1/%2e%2e/orders'])('%s, which climbs out of its part, is refused', async (path) => {
  const answer = await send(`${door.url}${path}`);
  expect([400, 404]).toContain(answer.status);
  expect(seen).toEqual([]);
});

test('a body that states too large a size is refused unread, one that grows too large in the middle', async () => {
  const headers = { 'content-type': 'application/json' };
  const stated = await send(`${door.url}/v1/payments/confirm`, {
    method: 'POST',
    headers,
    body: Buffer.alloc(BYTES_MAX + 1),
  });
  const chunked = { ...headers, 'transfer-encoding': 'chunked' };
  const grown = await send(`${door.url}/api/v1/orders`, {
    method: 'POST',
    headers: chunked,
    body: Buffer.alloc(BYTES_MAX + 1),
  });
  expect([stated, grown].map((answer) => [answer.status, problemOf(answer).code])).toEqual([
    [400, 'INVALID_REQUEST'],
    [413, 'PAYLOAD_TOO_LARGE'],
  ]);
  expect(seen).toEqual([]);
});

test('a body is sent on while it arrives: the service has its first bytes before the caller sends its last', async () => {
  const first = new Promise<Buffer>((resolve) => {
    const { answer } = service;
    service.answer = (request, reply) => {
      service.answer = answer;
      request.once('data', resolve).on('end', () => reply.end('done'));
    };
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const sent = ask(`${door.url}/v1/files`, { method: 'POST', headers: { 'content-type': 'a/b' } }, resolve);
    sent.once('error', reject);
    sent.write('begin');
    void first.then(() => sent.end('end'));
  });
  expect((await first).toString()).toBe('begin');
  expect((await answered).statusCode).toBe(200);
});
