import { SignedWonNumber, WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import {
  CallError,
  createClient,
  decodeInput,
  endpoint,
  FormFile,
  IntText,
  NoBody,
  SeoulInstant,
  toOpenApi,
  type WireReply,
  type WireRequest,
} from './index.js';

const pay = endpoint({
  method: 'POST',
  path: '/v1/payments/{paymentKey}/cancel',
  summary: 'Cancel.',
  security: 'basic',
  timeoutMs: 1_234,
  params: z.object({ paymentKey: z.string() }),
  query: z.object({ limit: IntText.optional() }),
  body: z.object({ amount: WonNumber }),
  success: { status: 200, body: z.object({ balance: SignedWonNumber, at: SeoulInstant }) },
  errors: ['NOT_CANCELABLE_AMOUNT'],
});
const answer = { balance: -5_000, at: '2026-05-04T10:00:00.123456789+09:00', somethingNew: true };

function clientOf(reply: WireReply | Error) {
  const seen: WireRequest[] = [];
  const send = (request: WireRequest) => {
    seen.push(request);
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  };
  return { seen, api: createClient({ pay }, 'http://provider', send) };
}
const input = { params: { paymentKey: 'a/b c' }, query: { limit: 7 }, body: { amount: 5_000n } };
const replied = (status: number, body: unknown): WireReply => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

test('a call becomes the wire request the contract says, and its reply the decoded values', async () => {
  const { api, seen } = clientOf(replied(200, answer));
  expect(await api.pay(input, { idempotencyKey: 'k-1' })).toEqual({
    balance: -5_000n,
    at: new Date('2026-05-04T01:00:00.123Z'),
  });
  expect(seen[0]).toMatchObject({
    method: 'POST',
    url: 'http://provider/v1/payments/a%2Fb%20c/cancel?limit=7',
    body: '{"amount":5000}',
    timeoutMs: 1_234,
    headers: { 'idempotency-key': 'k-1', 'content-type': 'application/json' },
  });
});

// prettier-ignore
test.each<[string, WireReply | Error, 'rejected' | 'unknown', string]>([
  ['a listed code is a rejection',                  replied(403, { code: 'NOT_CANCELABLE_AMOUNT', message: 'm' }),            'rejected', 'NOT_CANCELABLE_AMOUNT'],
  ['also in the v2 envelope',                       replied(403, { error: { code: 'NOT_CANCELABLE_AMOUNT', message: 'm' } }), 'rejected', 'NOT_CANCELABLE_AMOUNT'],
  ['an unlisted code is unknown',                   replied(400, { code: 'NEVER_SEEN', message: 'm' }),                       'unknown',  'NEVER_SEEN'],
  ['a listed code with a server error is unknown',  replied(500, { code: 'NOT_CANCELABLE_AMOUNT' }),                          'unknown',  'NOT_CANCELABLE_AMOUNT'],
  ['too many requests is unknown',                  replied(429, { code: 'NOT_CANCELABLE_AMOUNT' }),                          'unknown',  'NOT_CANCELABLE_AMOUNT'],
  ['a page of HTML is unknown',                     replied(502, '<html>'),                                                   'unknown',  'NO_CODE'],
  ['a success that does not fit is unknown',        replied(200, { balance: 'much' }),                                        'unknown',  'CONTRACT_DRIFT'],
  ['another success status is unknown',             replied(201, answer),                                                     'unknown',  'NO_CODE'],
  ['no reply is unknown',                           new Error('ECONNRESET'),                                                  'unknown',  'NO_REPLY'],
])('%s', async (_, reply, outcome, code) => {
  const error = await clientOf(reply).api.pay(input).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ outcome, code });
});

test('a reply that breaks the reading, and a send that throws at once, are unknown too', async () => {
  const broken = () => {
    throw new RangeError('canary');
  };
  const drift = createClient({ pay }, 'http://provider', () => Promise.resolve(replied(200, answer)), {
    readJson: broken,
  });
  const thrown = await drift.pay(input).catch((e: unknown) => e);
  expect(thrown).toBeInstanceOf(CallError);
  expect(thrown).toMatchObject({ outcome: 'unknown', code: 'CONTRACT_DRIFT' });
  expect((thrown as CallError).cause).toBeUndefined();
  await expect(createClient({ pay }, 'http://provider', broken).pay(input)).rejects.toMatchObject({
    ...{ outcome: 'unknown', code: 'NO_REPLY' },
  });
});

test('a code that says "not now" is unknown, although it is listed', async () => {
  const reply = replied(403, { code: 'NOT_CANCELABLE_AMOUNT', message: 'm' });
  const api = createClient({ pay }, 'http://provider', () => Promise.resolve(reply), { temporary: pay.errors });
  await expect(api.pay(input)).rejects.toMatchObject({ outcome: 'unknown', code: 'NOT_CANCELABLE_AMOUNT' });
});

// prettier-ignore
test.each([
  ['5000',     { ok: 5_000n }],
  ['5000.0',   { ok: 5_000n }],
  ['"5000"',   { ok: 5_000n }],
  ['"5000.0"', { ok: 5_000n }],
  ['0.1',      'refused'],
  ['-1',       'refused'],
  ['1e21',     'refused'],
  ['"1,000"',  'refused'],
  ['null',     'refused'],
])('an amount of %s on the wire is %j', (wire, expected) => {
  const raw = { params: { paymentKey: 'k' }, query: {}, body: { amount: JSON.parse(wire) as unknown } };
  const read = () => ({ ok: decodeInput(pay, raw).body.amount });
  if (expected === 'refused') expect(read).toThrow();
  else expect(read()).toEqual(expected);
});

describe('a success without a body', () => {
  const remove = endpoint({ ...pay, method: 'DELETE', success: { status: 200, body: NoBody } });
  // prettier-ignore
  test.each<[string, WireReply, string]>([
    ['nothing is the success', replied(200, ''),       'success'],
    ['null is not',            replied(200, null),     'CONTRACT_DRIFT'],
    ['garbage is not',         replied(200, '%garb%'), 'CONTRACT_DRIFT'],
  ])('%s', async (_, reply, expected) => {
    const api = createClient({ remove }, 'http://provider', () => Promise.resolve(reply));
    const outcome = await api.remove(input).then(() => 'success', (error: CallError) => error.code);
    expect(outcome).toBe(expected);
  });

  test('has no content in OpenAPI', () => {
    const { responses } = toOpenApi('Provider', '1', { remove }).paths[remove.path]?.['delete'] as {
      responses: object;
    };
    expect(responses).toEqual({ 200: { description: 'OK' } });
  });
});

test('OpenAPI describes the wire, not the decoded values', () => {
  const document = toOpenApi('Provider', '1', { pay });
  expect(document.openapi).toBe('3.1.0');
  const operation = document.paths['/v1/payments/{paymentKey}/cancel']?.['post'] as Record<string, unknown>;
  expect(operation).toMatchObject({
    operationId: 'pay',
    security: [{ basic: [] }],
    'x-error-codes': ['NOT_CANCELABLE_AMOUNT'],
    parameters: [
      { name: 'paymentKey', in: 'path', required: true },
      { name: 'limit', in: 'query', required: false },
    ],
  });
  expect(JSON.stringify(operation)).toContain('"type":"integer"');
});

describe('lines', () => {
  const send = endpoint({
    ...pay,
    params: z.object({}),
    path: '/v1/lines',
    bodyType: 'ndjson',
    body: z.array(z.object({ amount: WonNumber })),
    success: { status: 200, body: z.array(z.object({ line: z.int(), amount: WonNumber })) },
    answersLines: true,
  });
  const call = (body: string) => {
    const seen: WireRequest[] = [];
    const api = createClient({ send }, 'http://provider', (request) => {
      seen.push(request);
      return Promise.resolve(replied(200, body));
    });
    const answer = api.send({ params: {}, query: {}, body: [{ amount: 3_000_000_000n }, { amount: 2n }] });
    return { seen, answer };
  };

  test('a list goes out as one JSON text a line, and the lines of the answer come back as a list', async () => {
    const { seen, answer: answered } = call('{"line":1,"amount":5}\n\n{"line":2,"amount":6}\n');
    expect(await answered).toEqual([
      { line: 1, amount: 5n },
      { line: 2, amount: 6n },
    ]);
    expect(seen[0]).toMatchObject({
      body: '{"amount":3000000000}\n{"amount":2}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(await call('').answer).toEqual([]);
  });

  test('an answer that breaks off in a line leaves the outcome unknown', async () => {
    await expect(call('{"line":1,"amount":5}\n{"line":2,"am').answer).rejects.toMatchObject({
      ...{ outcome: 'unknown', code: 'CONTRACT_DRIFT' },
    });
  });

  test('OpenAPI describes one line', () => {
    const { requestBody, responses } = toOpenApi('P', '1', { send }).paths['/v1/lines']?.['post'] as {
      requestBody: { content: object };
      responses: Record<string, { content: object }>;
    };
    const line = { 'application/x-ndjson': { schema: { type: 'object' } } };
    expect([requestBody.content, responses[200]?.content]).toMatchObject([line, line]);
  });
});

describe('a multipart body', () => {
  const upload = endpoint({
    ...pay,
    bodyType: 'multipart',
    body: z.object({ note: z.string().optional(), files: z.array(FormFile) }),
  });
  const files = [
    { name: 'a.png', type: 'image/png', bytes: new Uint8Array([0, 255, 13, 10]) },
    { name: '나.gif', type: 'image/gif', bytes: new Uint8Array(0) },
  ];

  test('travels as the form a platform reads, byte for byte', async () => {
    const seen: WireRequest[] = [];
    const api = createClient({ upload }, 'http://provider', (request) => {
      seen.push(request);
      return Promise.resolve(replied(200, answer));
    });
    await api.upload({ ...input, body: { note: 'n', files } });
    const [sent] = seen;
    const form = await new Response(Buffer.from(sent?.body as Uint8Array), { headers: sent?.headers ?? {} }).formData();
    const received = form.getAll('files') as File[];
    expect(received.map(({ name, type }) => [name, type])).toEqual(files.map(({ name, type }) => [name, type]));
    for (const [index, file] of received.entries()) {
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(files[index]?.bytes);
    }
    expect(form.get('note')).toBe('n');
  });

  test('is described with its files as binary', () => {
    const { requestBody } = toOpenApi('Provider', '1', { upload }).paths[upload.path]?.['post'] as {
      requestBody: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
    };
    expect(requestBody.content['multipart/form-data']?.schema.properties['files']).toEqual({
      type: 'array',
      items: { type: 'string', format: 'binary' },
    });
  });
});

test('OpenAPI groups the errors by their status, in the envelope and with the headers of the interface', () => {
  const document = toOpenApi(
    'Provider',
    '1',
    { pay },
    {
      headers: () => [{ name: 'Trace', description: 'Whose call it is.', schema: z.string().max(9).optional() }],
      errorBody: () => z.object({ code: z.string() }).meta({ id: 'Fault' }),
      errorStatus: () => 403,
    },
  );
  expect(document.paths['/v1/payments/{paymentKey}/cancel']?.['post']).toMatchObject({
    parameters: [
      { in: 'path' },
      { in: 'query' },
      { name: 'Trace', in: 'header', schema: { type: 'string', maxLength: 9 } },
    ],
    responses: {
      200: { content: {} },
      403: {
        'x-error-codes': ['NOT_CANCELABLE_AMOUNT'],
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
      },
      default: { description: 'Any other error' },
    },
  });
  expect(document.components.schemas).toEqual({ Fault: expect.objectContaining({ required: ['code'] }) as object });
});
