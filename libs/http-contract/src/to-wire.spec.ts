import { inspect } from 'node:util';
import { WonNumber } from '@jeongsan/money';
import { z } from 'zod';
import { CallError, type CallOptions, createClient, endpoint, IntText, type WireRequest } from './index.js';

const pay = endpoint({
  method: 'POST',
  path: '/v1/payments/{paymentKey}/cancel',
  summary: 'Cancel.',
  security: 'bearer',
  params: z.object({ paymentKey: z.string() }),
  query: z.object({ limit: IntText.optional() }),
  body: z.object({ amount: WonNumber, receiver: z.object({ bank: z.enum(['88', '90']) }).optional() }),
  success: { status: 200, body: z.object({}) },
  errors: [],
});
const good = { params: { paymentKey: 'k' }, query: {}, body: { amount: 1n } };

function clientOf() {
  const sent: WireRequest[] = [];
  const send = async (request: WireRequest) => {
    sent.push(request);
    return { status: 200, headers: {}, body: '{}' };
  };
  return { sent, api: createClient({ pay }, 'http://provider', send) };
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

// prettier-ignore
test.each<[string, unknown, CallOptions, string]>([
  ['no input',                        undefined,                                                {},                                'params: '],
  ['null for its input',              null,                                                     {},                                'params: '],
  ['no body',                         { ...good, body: undefined },                             {},                                'body: '],
  ['a number for an amount',          { ...good, body: { amount: 7_654_321 } },                 {},                                'body.amount: '],
  ['a word of no list, deep inside',  { ...good, body: { amount: 1n, receiver: { bank: 'canary' } } }, {},                         'body.receiver.bank: '],
  ['two wrong fields',                { ...good, body: { amount: 'canary', receiver: 7_654_321 } }, {},                            'body.amount: '],
  ['a wrong query',                   { ...good, query: { limit: 'canary' } },                  {},                                'query.limit: '],
  ['an empty path parameter',         { ...good, params: { paymentKey: '' } },                  {},                                'params.paymentKey: '],
  ['a path that leads elsewhere',     { ...good, params: { paymentKey: '..' } },                {},                                'params.paymentKey: '],
  ['half a character in the path',    { ...good, params: { paymentKey: 'canary\ud800' } },      {},                                'params.paymentKey: '],
  ['a signal that is none',           good,                                                     { signal: { aborted: false } as never }, 'options.signal: '],
  ['an empty idempotency key',        good,                                                     { idempotencyKey: '' },            'options.idempotencyKey: '],
  ['an idempotency key of two lines', good,                                                     { idempotencyKey: 'canary\r\nx' }, 'options.idempotencyKey: '],
  ['a header in Korean letters',      good,                                                     { headers: { 'x-a': '카나리' } },   'options.headers: the value of x-a'],
  ['a header name with a space',      good,                                                     { headers: { 'x canary': 'a' } },  'options.headers: '],
  ['a token of two lines',            good,                                                     { accessToken: 'canary\n' },       'options.accessToken: '],
  ['no time at all',                  good,                                                     { timeoutMs: 0 },                  'options.timeoutMs: '],
  ['a time that is no number',        good,                                                     { timeoutMs: NaN },                'options.timeoutMs: '],
  ['a time without an end',           good,                                                     { timeoutMs: Infinity },           'options.timeoutMs: '],
])('a call with %s is rejected, sends nothing and names the field but not its value', async (_, input, options, field) => {
  const { api, sent } = clientOf();
  const error: unknown = await api.pay(input as never, options).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ outcome: 'rejected', status: 0, code: 'INVALID_INPUT' });
  expect((error as CallError).detail).toContain(field);
  expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/canary|7654321|카나리/);
  expect(sent).toEqual([]);
});

test('every invalid field of a part is named, and the error of the schema is the cause', async () => {
  const body = { amount: 'x', receiver: { bank: 'x' } };
  const error = await clientOf()
    .api.pay({ ...good, body } as never)
    .catch((e: unknown) => e as CallError);
  expect(error).toMatchObject({ detail: expect.stringMatching(/body\.amount: .*; body\.receiver\.bank: /) as string });
  expect((error as CallError).cause).toBeInstanceOf(z.core.$ZodError);
});

test('a body that JSON cannot hold is rejected as well', async () => {
  const free = endpoint({ ...pay, body: z.object({ data: z.unknown() }) });
  const api = createClient({ free }, 'http://provider', () => Promise.reject(new Error('sent')));
  for (const data of [circular, 1n])
    await expect(api.free({ ...good, body: { data } })).rejects.toMatchObject({
      outcome: 'rejected',
      code: 'INVALID_INPUT',
      detail: 'body: cannot be written as JSON',
    });
});

test('headers go out under lower-case names, and one that is undefined does not', async () => {
  const { api, sent } = clientOf();
  await api.pay(good, { headers: { 'Accept-Language': 'en-US', 'X-None': undefined as never } });
  expect(sent[0]?.headers).toMatchObject({ 'accept-language': 'en-US' });
  expect(Object.keys(sent[0]?.headers ?? {})).not.toContain('x-none');
});
