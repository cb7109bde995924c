import { createHmac } from 'node:crypto';
import { Refusal } from '@jeongsan/http-contract';
import { parseSecurityKey } from '@jeongsan/jwe';
import { isGenuineWebhook } from '@jeongsan/provider-client';
import { webhookEventTypes, type WebhookEventType } from '@jeongsan/provider-contract';
import { isPublished, labelOf, readWebhook } from './read-webhook.js';

const KEY = '11'.repeat(32);
const OLDER_KEY = '22'.repeat(32);
const keys = [parseSecurityKey(KEY), parseSecurityKey(OLDER_KEY)];
const TIME = '2026-11-20T12:19:21+09:00';
const NOW = new Date('2026-11-20T12:19:25+09:00');

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
const deposit = {
  createdAt: '2026-11-20T12:19:21.653270',
  secret: 'ps_1',
  status: 'DONE',
  transactionKey: 't',
  orderId: 'order-1',
};
const cancel = {
  eventType: 'CANCEL_STATUS_CHANGED',
  createdAt: TIME,
  data: { transactionKey: 'txrd_1', cancelStatus: 'DONE' },
};
const link = {
  eventType: 'ORDER_PAYMENT_STATUS_CHANGED',
  createdAt: TIME,
  data: { orderKey: 'ord_1', payment: { paymentKey: 'pay_2' } },
};
const reservation = {
  eventType: 'ars-reservation.changed',
  eventId: 'ev-3',
  createdAt: TIME,
  entityBody: { arsReservationKey: 'ars_1', status: 'DONE' },
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
  return readBytes(Buffer.from(body), headers);
};
const readBytes = (body: Buffer, headers: Record<string, string | string[]>, now = NOW) =>
  readWebhook(body, headers, isGenuineWebhook(body, headers, keys) ? { now, hoursMax: 96 } : undefined);
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
  ['an empty list',                   headersOf(','),                                           'WEBHOOK_SIGNATURE_INVALID'],
  ['a list of nothing but spaces',    headersOf(' , ,, '),                                      'WEBHOOK_SIGNATURE_INVALID'],
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

// prettier-ignore
test.each([
  ['spaces',                  `{ "eventType" : "payout.changed", "eventId":"e",\n "entityBody": {"id": "FPA_1"} }`],
  ['an amount such as 1.0',   `{"eventType":"payout.changed","eventId":"e","entityBody":{"id":"FPA_1","amount":{"value":5000.0}}}`],
  ['a field twice',           `{"eventType":"payout.changed","eventType":"payout.changed","eventId":"e","entityBody":{"id":"FPA_1"}}`],
  ['escapes that need not be', `{"eventType":"payout.changed","eventId":"\\u0065","entityBody":{"id":"FPA_1"}}`],
])('the bytes are what is signed, also with %s', (_, body) => {
  expect(JSON.stringify(JSON.parse(body))).not.toBe(body);
  expect(codeOf(() => read(body, headersOf(sign(body))))).toBe('accepted');
  expect(codeOf(() => read(body, headersOf(sign(JSON.stringify(JSON.parse(body))))))).toBe('WEBHOOK_SIGNATURE_INVALID');
});

const signed = (event: object) => headersOf(sign(JSON.stringify(event)));
// prettier-ignore
test.each([
  ['payout',  payout,  { job: 'payout.observe',  data: { providerPayoutId: 'FPA_1' },    subject: 'payout/FPA_1',    dedupeKey: 'payout.nudge/FPA_1/ev-1' }],
  ['seller',  seller,  { job: 'seller.observe',  data: { providerSellerId: 'seller_1' }, subject: 'seller/seller_1', dedupeKey: 'seller.nudge/seller_1/ev-2' }],
  ['payment', payment, { job: 'payment.observe', data: { paymentKey: 'pay_1' },          subject: 'payment/pay_1',   dedupeKey: 'payment.nudge/pay_1/2026-11-20T12:19:21.65327' }],
  ['deposit', deposit, { job: 'payment-order.observe', data: { orderId: 'order-1' },     subject: 'order/order-1',   dedupeKey: 'payment-order.nudge/order-1/2026-11-20T12:19:21.653270' }],
  ['cancel',  cancel,  { job: 'payment-cancel.find', data: { transactionKey: 'txrd_1' }, subject: 'cancel/txrd_1',   dedupeKey: `payment-cancel.nudge/txrd_1/${TIME}` }],
  ['link order', link, { job: 'link-order.observe', data: { orderKey: 'ord_1' },         subject: 'link/ord_1',      dedupeKey: `link-order.nudge/ord_1/${TIME}` }],
  ['reservation', reservation, { job: 'ars-reservation.observe', data: { reservationId: 'ars_1' }, subject: 'ars/ars_1', dedupeKey: 'ars-reservation.nudge/ars_1/ev-3' }],
])('a %s webhook says where to look and nothing else', (_, event, nudge) => {
  expect(read(event, signed(event)).nudge).toEqual(nudge);
});

test.each([deposit, cancel, link, reservation])('a webhook of $eventType needs no signature', (event) => {
  const { nudge, signature, leftAlone } = read(event, headersOf());
  expect([nudge, signature, leftAlone]).toEqual([read(event, signed(event)).nudge, 'absent', undefined]);
});

test('every event type of the documents either causes a look or is left alone', () => {
  const bodies: Record<WebhookEventType, object> = {
    PAYMENT_STATUS_CHANGED: payment,
    DEPOSIT_CALLBACK: deposit,
    CANCEL_STATUS_CHANGED: cancel,
    ORDER_PAYMENT_STATUS_CHANGED: link,
    'ars-reservation.changed': reservation,
    'payout.changed': payout,
    'seller.changed': seller,
    BILLING_DELETED: { data: { billingKey: 'b', reason: null } },
    METHOD_UPDATED: { data: { customerKey: 'c', methodKey: 'm', status: 'ENABLED' } },
    CUSTOMER_STATUS_CHANGED: { data: { customerKey: 'c', status: 'CREATED', changedAt: TIME } },
    PAYOUT_STATUS_CHANGED: { data: {} },
    SUBMALL_STATUS_CHANGED: { data: {} },
  };
  const leftAlone = webhookEventTypes.filter((eventType) => {
    const event = eventType === 'DEPOSIT_CALLBACK' ? deposit : { ...bodies[eventType], eventType };
    const webhook = read(event, signed(event));
    expect([webhook.eventType, labelOf(eventType), isPublished(eventType)]).toEqual([eventType, eventType, true]);
    expect(webhook.leftAlone).toBe(webhook.nudge ? undefined : 'not-for-us');
    return webhook.leftAlone !== undefined;
  });
  expect(leftAlone).toEqual([
    'BILLING_DELETED',
    'METHOD_UPDATED',
    'CUSTOMER_STATUS_CHANGED',
    'PAYOUT_STATUS_CHANGED',
    'SUBMALL_STATUS_CHANGED',
  ]);
});

test('a payment webhook needs no signature; a wrong one makes nothing of it', () => {
  expect(read(payment, headersOf()).signature).toBe('absent');
  expect(read(payment, headersOf(sign('{}'))).signature).toBe('absent');
  expect(read(payment, signed(payment)).signature).toBe('valid');
});

// prettier-ignore
test.each([
  ['a retry after 3 days and 19 hours',       '2026-11-24T07:19:25+09:00', undefined],
  ['a second before the limit, at 00:30',     '2026-11-24T12:19:20+09:00', undefined],
  ['a second after the limit',                '2026-11-24T12:19:22+09:00', 'too-old'],
  ['a year later',                            '2027-11-20T12:19:21+09:00', 'too-old'],
  ['before it was signed, by a clock behind', '2026-11-20T08:59:00+09:00', undefined],
])('a signed webhook that comes %s is %s: left alone as %s', (_, now, leftAlone) => {
  const bytes = Buffer.from(text);
  expect(readBytes(bytes, headersOf(sign(text)), new Date(now)).leftAlone).toBe(leftAlone);
});

test('news that was signed anew long after it happened is too old as well, whatever zone its time is in', () => {
  for (const createdAt of ['2026-11-16T12:19:00.12345', '2026-11-16T03:19:00Z']) {
    const event = { ...payout, createdAt };
    expect(read(event, signed(event)).leftAlone).toBe('too-old');
  }
  const undated = { ...payout, createdAt: 'in spring' };
  expect(read(undated, signed(undated)).leftAlone).toBeUndefined();
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
  ['a deposit with a bad order',   JSON.stringify({ ...deposit, orderId: 'a b' })],
  ['a deposit of a long order',    JSON.stringify({ ...deposit, orderId: 'o'.repeat(65) })],
  ['a named deposit, no order',    '{"eventType":"DEPOSIT_CALLBACK"}'],
  ['a cancel without a key',       JSON.stringify({ ...cancel, data: { cancelStatus: 'DONE' } })],
  ['a cancel with a key too long', JSON.stringify({ ...cancel, data: { transactionKey: 't'.repeat(65) } })],
  ['a link order, no order',       JSON.stringify({ ...link, data: { payment: { paymentKey: 'pay_2' } } })],
  ['a reservation without its key', JSON.stringify({ ...reservation, entityBody: { id: 'ars_1' } })],
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
  ['an event of a new kind', { eventType: 'refund.changed', entityBody: {} },                                            'refund.changed'],
  ['a name every object has', { eventType: 'constructor' },                                                              'constructor'],
])('%s is kept and left alone', (_, event, eventType) => {
  expect(read(event, headersOf())).toMatchObject({ eventType, signature: 'absent', nudge: undefined, leftAlone: 'not-for-us' });
});

test('a signed event is known by its bytes; an unsigned one by its bytes and its transmission id, and never as a signed one', () => {
  const under = (id: string, headers: Record<string, string>) => ({
    ...headers,
    'tosspayments-webhook-transmission-id': id,
  });
  const keyOf = (event: object, headers: Record<string, string>) => read(event, headers).dedupeKey;
  const genuine = signed(payout);
  expect(keyOf(payout, under('whtrans_1', genuine))).toBe(keyOf(payout, under('whtrans_2', genuine)));
  expect(keyOf(payout, genuine)).toMatch(/^signed\/[0-9a-f]{64}$/);
  const keys = [
    keyOf(payment, under('whtrans_1', headersOf())),
    keyOf(payment, under('whtrans_2', headersOf())),
    keyOf(payment, under('a b', headersOf())),
    keyOf({ ...payment, more: 1 }, under('whtrans_1', headersOf())),
    keyOf(payment, signed(payment)),
  ];
  expect(new Set(keys).size).toBe(5);
  expect(keyOf(payment, under('whtrans_1', headersOf()))).toBe(keys[0]);
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
