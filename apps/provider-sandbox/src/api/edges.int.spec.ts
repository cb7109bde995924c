import { once } from 'node:events';
import net from 'node:net';
import { providerContract } from '@jeongsan/provider-contract';
import fc from 'fast-check';
import { raw, type Sandbox, startSandbox } from '../testing/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const json = { 'content-type': 'application/json' };
const codeOf = ({ json: body }: { json: Record<string, unknown> }) =>
  ((body['error'] ?? body) as { code?: string }).code;

// prettier-ignore
test.each([
  ['a lone percent sign',      'GET',     '/%',                             400, 'INVALID_REQUEST'],
  ['no hexadecimal',           'GET',     '/v1/payments/%zz',               400, 'INVALID_REQUEST'],
  ['half a character',         'GET',     '/v1/payments/%E0%A4%A',          400, 'INVALID_REQUEST'],
  ['bytes that are no UTF-8',  'GET',     '/v2/sellers/%ff',                400, 'INVALID_REQUEST'],
  ['a NUL',                    'GET',     '/v2/sellers/%00',                400, 'INVALID_REQUEST'],
  ['600 characters',           'GET',     `/v1/payments/${'k'.repeat(600)}`, 400, 'INVALID_REQUEST'],
  ['601 characters',           'GET',     `/v1/payments/${'k'.repeat(601)}`, 400, 'INVALID_REQUEST'],
  ['ten thousand characters',  'GET',     `/v2/sellers/${'k'.repeat(10_000)}`, 400, 'INVALID_REQUEST'],
  ['a slash in the key',       'GET',     '/v1/payments/a%2Fb',             404, 'NOT_FOUND_PAYMENT'],
  ['a slash at the end',       'GET',     '/v2/sellers/',                   400, 'INVALID_REQUEST'],
  ['two slashes',              'GET',     '//v2//sellers',                  404, 'NOT_FOUND_HTTP_METHOD'],
  ['dots',                     'GET',     '/v1/payments/..%2f..%2fcontrol', 404, 'NOT_FOUND_PAYMENT'],
  ['another case',             'GET',     '/V2/balances',                   404, 'NOT_FOUND_HTTP_METHOD'],
  ['no path',                  'GET',     '/',                              404, 'NOT_FOUND_HTTP_METHOD'],
  ['an unknown path',          'POST',    '/v1/nowhere',                    404, 'NOT_FOUND_HTTP_METHOD'],
  ['PUT',                      'PUT',     '/v2/balances',                   404, 'NOT_FOUND_HTTP_METHOD'],
  ['PATCH',                    'PATCH',   '/v1/payments/confirm',           404, 'NOT_FOUND_HTTP_METHOD'],
  ['OPTIONS',                  'OPTIONS', '/v1/payments/confirm',           404, 'NOT_FOUND_HTTP_METHOD'],
  ['a doubled parameter',      'GET',     '/v2/sellers?limit=1&limit=2',    400, 'INVALID_REQUEST'],
  ['a parameter of a list',    'GET',     '/v2/sellers?limit[]=1',          200, undefined],
  ['a parameter of a prototype', 'GET',   '/v2/sellers?__proto__=1&constructor=2', 200, undefined],
  ['no number',                'GET',     '/v2/sellers?limit=1e3',          400, 'INVALID_REQUEST'],
  ['broken escapes in a query', 'GET',    '/v2/sellers?startingAfter=%zz',  404, 'NOT_FOUND_SELLER'],
  ['a NUL in a query',         'GET',     '/v2/sellers?startingAfter=%00',  400, 'INVALID_REQUEST'],
])('an address with %s', async (_, method, path, status, code) => {
  const reply = await raw(sandbox, method, path);
  expect([reply.status, codeOf(reply)]).toEqual([status, code]);
  expect(reply.headers.get('x-tosspayments-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  if (path.startsWith('/v2') && code) expect(reply.json).toMatchObject({ entityType: null, entityBody: null });
});

test('HEAD is answered as GET is, without the body', async () => {
  const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => raw(sandbox, method, '/v2/balances')));
  expect([head?.status, head?.text]).toEqual([200, '']);
  expect(head?.headers.get('content-length')).toBe(String(get?.text.length));
});

/** Sends raw bytes and returns the reply as text. */
async function sent(bytes: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.url);
  const socket = net.connect(Number(port), hostname);
  socket.write(bytes);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

// prettier-ignore
test.each([
  ['what is no HTTP',               'HELLO\r\n\r\n'],
  ['an unknown method',             'BREW /v1/payments HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['headers beyond the limit',      `GET /v2/balances HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths',                   'POST /v1/payments/confirm HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
  ['a length and chunks',           'POST /v1/payments/confirm HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['a raw space in the address',    'GET /v1/pay ments HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['a header name with a space',    'GET /v2/balances HTTP/1.1\r\nhost: a\r\nbad name: x\r\n\r\n'],
])('%s is answered in the form of the provider, and the connection ends', async (_, bytes) => {
  const reply = await sent(bytes);
  expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  expect(reply).toContain('"code":"INVALID_REQUEST"');
  expect(reply.toLowerCase()).toContain('x-tosspayments-trace-id: ');
});

// prettier-ignore
test.each([
  ['JSON with a charset',         'application/json; charset=UTF-8',   'NOT_FOUND_PAYMENT_SESSION'],
  ['JSON in capitals',            'APPLICATION/JSON',                  'NOT_FOUND_PAYMENT_SESSION'],
  ['JSON of a vendor',            'application/vnd.market+json',       'NOT_FOUND_PAYMENT_SESSION'],
  ['text',                        'text/plain',                        'INVALID_REQUEST'],
  ['nothing readable',            ';;;',                               'INVALID_REQUEST'],
  ['something like JSON',         'application/jsonp',                 'INVALID_REQUEST'],
  ['a multipart without parts',   'multipart/form-data; boundary=x',   'INVALID_REQUEST'],
])('a body of the type %s', async (_, type, code) => {
  const body = JSON.stringify({ paymentKey: 'nobody', orderId: 'order-nobody', amount: 1_000 });
  const reply = await raw(sandbox, 'POST', '/v1/payments/confirm', { headers: { 'content-type': type }, body });
  const expected = code === 'INVALID_REQUEST' ? [code] : ['NOT_FOUND_PAYMENT', 'NOT_FOUND_PAYMENT_SESSION'];
  expect(expected).toContain(codeOf(reply));
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

// prettier-ignore
test.each([
  ['ten thousand levels',          nested(10_000)],
  ['a million levels',             nested(1_000_000)],
  ['a million levels of objects',  `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`],
  ['a number beyond all numbers',  '{"paymentKey":"k","orderId":"order-1","amount":1e400}'],
  ['a number beyond all exact ones', '{"paymentKey":"k","orderId":"order-1","amount":9007199254740993}'],
  ['a negative amount',            '{"paymentKey":"k","orderId":"order-1","amount":-1}'],
  ['a lone surrogate in a key',    '{"paymentKey":"\\ud800","orderId":"order-1","amount":1000}'],
  ['a NUL in a key',               '{"paymentKey":"\\u0000","orderId":"order-1","amount":1000}'],
  ['a prototype',                  '{"__proto__":{"paymentKey":"k"},"constructor":{"prototype":{"x":1}}}'],
  ['a byte order mark',            '\ufeff{"paymentKey":"k"}'],
  ['members twice',                '{"paymentKey":"k","paymentKey":"l","orderId":"order-1","amount":1000}'],
])('a body with %s is refused, and nothing breaks', async (_, body) => {
  const reply = await raw(sandbox, 'POST', '/v1/payments/confirm', { headers: json, body });
  expect([reply.status, codeOf(reply)]).toEqual([expect.any(Number), expect.stringMatching(/^(INVALID_REQUEST|NOT_FOUND_\w+)$/)]);
  expect(({} as Record<string, unknown>)['paymentKey']).toBeUndefined();
});

// prettier-ignore
test.each([
  ['a lone surrogate in metadata', { note: '\ud800' }],
  ['a NUL in metadata',            { note: '\u0000' }],
  ['a prototype in metadata',      JSON.parse('{"__proto__":"x"}') as object],
  ['a bracket in a metadata key',  { 'a[b]': 'x' }],
])('a payment created with %s is stored as it says or refused', async (_, metadata) => {
  const body = JSON.stringify({ method: 'CARD', amount: 1_000, orderId: `order-${Date.now()}`, orderName: '\udc00 name', successUrl: 'https://market.example/ok', failUrl: 'https://market.example/no', metadata });
  const reply = await raw(sandbox, 'POST', '/v1/payments', { headers: json, body });
  expect([200, 400]).toContain(reply.status);
});

test('whatever is sent to whatever operation, the sandbox never fails', async () => {
  const operations = Object.entries(providerContract);
  const value = fc.anything({ withNullPrototype: true, maxDepth: 3 });
  const arbitrary = fc.record({
    operation: fc.constantFrom(...operations),
    id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    query: fc.dictionary(
      fc.constantFrom('limit', 'startingAfter', 'startDate', 'payoutDateGte', 'page'),
      fc.string({ unit: 'binary' }),
    ),
    body: fc.oneof(
      fc.json(),
      value.map((any) => JSON.stringify(any, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v)) ?? ''),
    ),
    isSealed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ operation: [name, { method, path }], id, query, body, isSealed }) => {
      const encode = (text: string) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '?'));
      const search = Object.entries(query)
        .map(([key, text]) => `${key}=${encode(text)}`)
        .join('&');
      const address = `${path.replace(/\{\w+\}/g, encode(id))}?${search}`;
      const headers = isSealed
        ? { 'tosspayments-api-security-mode': 'ENCRYPTION', 'content-type': 'text/plain' }
        : json;
      const reply = await raw(sandbox, method, address, { headers, ...(method !== 'GET' && { body }) });
      expect([name, address, reply.status < 500]).toEqual([name, address, true]);
    }),
    { numRuns: 400, seed: 20260304, endOnFailure: true },
  );
});
