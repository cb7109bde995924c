import { createHmac } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import { parseSecurityKey } from '@jeongsan/jwe';
import { readWebhook } from './read-webhook.js';

const KEY = '11'.repeat(32);
const OLDER_KEY = '22'.repeat(32);
const keys = [parseSecurityKey(KEY), parseSecurityKey(OLDER_KEY)];
const TIME = '2026-11-20T12:19:21+09:00';

const payout = {
  eventType: 'payout.changed',
  eventId: 'ev-1',
  createdAt: TIME,
  entityBody: { id: 'FPA_1', status: 'FAILED' },
};
const seller = { eventType: 'seller.changed', eventId: 'ev-2', createdAt: TIME, entityBody: { id: 'seller_1' } };
const payment = {
  eventType: 'PAYMENT_STATUS_CHANGED',
  createdAt: '2026-11-20T12:19:21.65327',
  data: { paymentKey: 'pay_1' },
};

/** Signed without our own library: HMAC-SHA256 of `<body>:<time>` with the 32 bytes of the key, as the provider publishes it. */
const sign = (body: string, time = TIME, key = KEY) =>
  `v1:${createHmac('sha256', Buffer.from(key, 'hex')).update(`${body}:${time}`).digest('base64')}`;
const headersOf = (signature?: string, time: string | undefined = TIME) => ({
  'tosspayments-webhook-transmission-id': 'whtrans_1',
  ...(time && { 'tosspayments-webhook-transmission-time': time }),
  ...(signature !== undefined && { 'tosspayments-webhook-signature': signature }),
});
const read = (event: unknown, headers: Record<string, string | string[]>) => {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  return readWebhook(Buffer.from(body), headers, keys);
};
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const text = JSON.stringify(payout);
const other = JSON.stringify({ ...payout, eventId: 'ev-9' });
// prettier-ignore
test.each([
  ['the newest key',                  headersOf(sign(text)),                                    'accepted'],
  ['the older key while keys rotate', headersOf(sign(text, TIME, OLDER_KEY)),                   'accepted'],
  ['two values, the second valid',    headersOf(`v1:AAAA,${sign(text)}`),                       'accepted'],
  ['two values, the first valid',     headersOf(`${sign(text)}, v1:AAAA`),                      'accepted'],
  ['a time of three years ago',       headersOf(sign(text, '2023-01-01T00:00:00+09:00'), '2023-01-01T00:00:00+09:00'), 'accepted'],
  ['no signature',                    headersOf(),                                              'WEBHOOK_SIGNATURE_INVALID'],
  ['an empty signature',              headersOf(''),                                            'WEBHOOK_SIGNATURE_INVALID'],
  ['a garbled one',                   headersOf('v1:!!!'),                                      'WEBHOOK_SIGNATURE_INVALID'],
  ['one without its version',         headersOf(sign(text).slice(3)),                           'WEBHOOK_SIGNATURE_INVALID'],
  ['that of another body',            headersOf(sign(other)),                                   'WEBHOOK_SIGNATURE_INVALID'],
  ['that of the same JSON, reprinted',headersOf(sign(JSON.stringify(payout, null, 1))),         'WEBHOOK_SIGNATURE_INVALID'],
  ['that of another time',            headersOf(sign(text), '2026-11-20T12:19:22+09:00'),       'WEBHOOK_SIGNATURE_INVALID'],
  ['no time',                         headersOf(sign(text), ''),                                'WEBHOOK_SIGNATURE_INVALID'],
  ['a key that is long gone',         headersOf(sign(text, TIME, '33'.repeat(32))),             'WEBHOOK_SIGNATURE_INVALID'],
  ['a hundred values',                headersOf(`${'v1:AAAA,'.repeat(99)}${sign(text)}`),       'WEBHOOK_SIGNATURE_INVALID'],
])('a payout webhook signed with %s', (_, headers, outcome) => {
  expect(codeOf(() => read(text, headers))).toBe(outcome);
});

const signed = (event: object) => headersOf(sign(JSON.stringify(event)));
// prettier-ignore
test.each([
  ['payout',  payout,  { job: 'payout.observe',  data: { providerPayoutId: 'FPA_1' },    dedupeKey: 'payout.nudge/FPA_1/ev-1' }],
  ['seller',  seller,  { job: 'seller.observe',  data: { providerSellerId: 'seller_1' }, dedupeKey: 'seller.nudge/seller_1/ev-2' }],
  ['payment', payment, { job: 'payment.observe', data: { paymentKey: 'pay_1' },          dedupeKey: 'payment.nudge/pay_1/2026-11-20T12:19:21.65327' }],
])('a %s webhook says where to look and nothing else', (_, event, nudge) => {
  expect(read(event, signed(event)).nudge).toEqual(nudge);
});

test('a payment webhook needs no signature, and one that is there is not believed', () => {
  expect(read(payment, headersOf()).signature).toBe('absent');
  expect(read(payment, signed(payment)).signature).toBe('absent');
});

// prettier-ignore
test.each([
  ['nothing',                      ''],
  ['no JSON',                      '{"eventType":'],
  ['a list',                       '[]'],
  ['null',                         'null'],
  ['an object without a type',     '{}'],
  ['a type that is no text',       '{"eventType":7}'],
  ['a type with a line break',     '{"eventType":"a\\nb"}'],
  ['a payment without data',       '{"eventType":"PAYMENT_STATUS_CHANGED"}'],
  ['a payment without a key',      '{"eventType":"PAYMENT_STATUS_CHANGED","data":{}}'],
  ['a payment key with a NUL',     '{"eventType":"PAYMENT_STATUS_CHANGED","data":{"paymentKey":"a\\u0000"}}'],
  ['a payment key too long',       JSON.stringify({ ...payment, data: { paymentKey: 'k'.repeat(201) } })],
  ['a payment key of a prototype', '{"eventType":"PAYMENT_STATUS_CHANGED","__proto__":{"data":{"paymentKey":"a"}}}'],
  ['nesting without end',          '['.repeat(100_000)],
])('%s is malformed', (_, body) => {
  expect(codeOf(() => read(body, headersOf()))).toBe('WEBHOOK_MALFORMED');
});

test('a signed webhook that does not name its entity is malformed', () => {
  const event = { ...payout, entityBody: { status: 'FAILED' } };
  expect(codeOf(() => read(event, signed(event)))).toBe('WEBHOOK_MALFORMED');
});

// prettier-ignore
test.each([
  ['an event of a new kind', { eventType: 'ars-reservation.changed', entityBody: {} },                                   'ars-reservation.changed'],
  ['a deposit',              { createdAt: TIME, secret: 'ps_1', status: 'DONE', transactionKey: 't', orderId: 'o' },     'DEPOSIT_CALLBACK'],
  ['a name every object has', { eventType: 'constructor' },                                                              'constructor'],
])('%s is kept and left alone', (_, event, eventType) => {
  expect(read(event, headersOf())).toMatchObject({ eventType, signature: 'absent', nudge: undefined });
});

test('a webhook without a usable transmission id is known by its bytes', () => {
  const { 'tosspayments-webhook-transmission-id': _, ...headers } = headersOf();
  expect(read(payment, headers).dedupeKey).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(read(payment, { ...headers, 'tosspayments-webhook-transmission-id': 'a b' }).dedupeKey).toMatch(/^sha256:/);
  expect(read(payment, headersOf()).dedupeKey).toBe('whtrans_1');
});

test('only the headers of the webhook itself are kept', () => {
  const sent = { ...headersOf(), authorization: 'Basic secret', cookie: 'secret', 'content-type': 'application/json' };
  const { headers, retriedCount } = read(payment, { ...sent, 'tosspayments-webhook-transmission-retried-count': '3' });
  expect(Object.keys(headers).sort()).toEqual([
    'content-type',
    'tosspayments-webhook-transmission-id',
    'tosspayments-webhook-transmission-retried-count',
    'tosspayments-webhook-transmission-time',
  ]);
  expect(retriedCount).toBe(3);
});
