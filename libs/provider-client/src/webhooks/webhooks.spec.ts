import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { webhookEventTypes } from '@jeongsan/provider-contract';
import { parseWebhook, type VerifiedWebhook, verifyWebhook, type WebhookEvent } from '../index.js';

const [KEY, OLDER_KEY, FOREIGN_KEY] = ['11', '22', '33'].map((pair) => pair.repeat(32)) as [string, string, string];
const TIME = '2026-11-20T12:19:21+09:00';
const NOON = new Date('2026-11-20T03:20:00Z');

/** Signed without the library under test: HMAC-SHA256 of `<body>:<time>` with the 32 bytes of the key (document 2 section 6). */
const sign = (body: string | Buffer, key = KEY, time = TIME) =>
  `v1:${createHmac('sha256', Buffer.from(key, 'hex')).update(body).update(`:${time}`).digest('base64')}`;
const headersOf = (signature?: string, time = TIME) => ({
  'tosspayments-webhook-transmission-time': time,
  ...(signature !== undefined && { 'tosspayments-webhook-signature': signature }),
});

const payout = {
  eventType: 'payout.changed',
  createdAt: TIME,
  version: '2022-11-16',
  eventId: 'ev-1',
  entityType: 'payout',
  entityBody: {
    id: 'FPA_12345',
    refPayoutId: 'my-payout-1',
    destination: 'seller_1',
    scheduleType: 'EXPRESS',
    payoutDate: '2026-11-20',
    amount: { currency: 'KRW', value: 5_000 },
    transactionDescription: '정산',
    requestedAt: TIME,
    status: 'COMPLETED',
    error: null,
    metadata: null,
  },
};
const deposit = {
  createdAt: '2026-11-20T12:19:21.653270',
  secret: 'ps_1',
  status: 'DONE',
  transactionKey: '9FF15E1A29D0E77C218F57262BFA4986',
  orderId: 'order-1',
};
const billing = {
  eventType: 'BILLING_DELETED',
  createdAt: '2026-11-20T12:19:21.653270',
  data: { billingKey: 'b1', reason: null },
};
const text = JSON.stringify(payout);
/** JSON of a generated value; a BigInt in it becomes a text. */
const textOf = (json: unknown) =>
  JSON.stringify(json, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
const verify = (
  body: string | Uint8Array,
  headers: Parameters<typeof verifyWebhook>[1],
  options: Partial<Parameters<typeof verifyWebhook>[2]> = {},
) => verifyWebhook(body, headers, { securityKeys: [KEY, OLDER_KEY], now: () => NOON, ...options });
const codeOf = (verified: VerifiedWebhook) => (verified.outcome === 'refused' ? verified.code : verified.outcome);

describe('a signed event', () => {
  test('is genuine with its values, as text and as bytes', () => {
    for (const body of [text, Buffer.from(text), new TextEncoder().encode(text)]) {
      const verified = verify(body, headersOf(sign(text)));
      expect(verified).toMatchObject({ outcome: 'genuine', event: { eventType: 'payout.changed' } });
      if (verified.outcome === 'genuine' && verified.event.eventType === 'payout.changed')
        expect(verified.event.entityBody.amount.minor).toBe(5_000n);
    }
  });

  // prettier-ignore
  test.each<[string, VerifiedWebhook, string]>([
    ['with the older key of a rotation',       verify(text, headersOf(sign(text, OLDER_KEY))),                          'genuine'],
    ['with any member of a list',              verify(text, headersOf(`${sign(text, FOREIGN_KEY)}, ${sign(text)}`)),    'genuine'],
    ['in headers of fetch',                    verify(text, new Headers(headersOf(sign(text)))),                        'genuine'],
    ['in headers spelt in capitals',           verify(text, Object.fromEntries(Object.entries(headersOf(sign(text))).map(([n, v]) => [n.toUpperCase(), v]))), 'genuine'],
    ['with a key of somebody else',            verify(text, headersOf(sign(text, FOREIGN_KEY))),                        'SIGNATURE_WRONG'],
    ['without a signature',                    verify(text, headersOf()),                                               'SIGNATURE_MISSING'],
    ['with an empty signature',                verify(text, headersOf('')),                                             'SIGNATURE_WRONG'],
    ['under another transmission time',        verify(text, headersOf(sign(text), '2026-11-20T12:19:22+09:00')),        'SIGNATURE_WRONG'],
    ['without a transmission time',            verify(text, { 'tosspayments-webhook-signature': sign(text) }),          'SIGNATURE_WRONG'],
    ['with one byte more',                     verify(`${text} `, headersOf(sign(text))),                               'SIGNATURE_WRONG'],
    ['sent 97 hours ago',                      verify(text, headersOf(sign(text, KEY, '2026-11-16T11:00:00+09:00'), '2026-11-16T11:00:00+09:00')), 'TOO_OLD'],
    ['as old as the program allows',           verify(text, headersOf(sign(text, KEY, '2026-11-16T11:00:00+09:00'), '2026-11-16T11:00:00+09:00'), { maxAgeMs: Infinity }), 'genuine'],
    ['as JSON that a framework has parsed',    verify(payout as never, headersOf(sign(text))),                          'NOT_RAW'],
    ['as nothing',                             verify(undefined as never, headersOf(sign(text))),                       'NOT_RAW'],
  ])('%s', (_, verified, expected) => {
    expect(codeOf(verified)).toBe(expected);
  });

  test('whose body is no event is refused, although it is signed', () => {
    for (const body of ['', 'null', '[]', '{', '{}', '{"eventType":7}', '{"eventType":"two words"}'])
      expect(codeOf(verify(body, headersOf(sign(body))))).toBe('MALFORMED');
  });

  test('is not claimed by a name that every object has', () => {
    const body = '{"eventType":"constructor"}';
    expect(verify(body, headersOf())).toMatchObject({ outcome: 'unknown', isSigned: false });
  });
});

describe('an unsigned event', () => {
  test('is unsigned, whatever it says', () => {
    expect(verify(JSON.stringify(billing), headersOf())).toMatchObject({
      outcome: 'unsigned',
      event: { eventType: 'BILLING_DELETED', data: { billingKey: 'b1' } },
    });
  });

  test('without an eventType is a deposit', () => {
    const verified = verify(JSON.stringify(deposit), headersOf());
    expect(verified).toMatchObject({
      outcome: 'unsigned',
      event: { eventType: 'DEPOSIT_CALLBACK', orderId: 'order-1' },
    });
  });

  test('with a wrong signature is refused, with a right one genuine', () => {
    const body = JSON.stringify(billing);
    expect(codeOf(verify(body, headersOf(sign(body, FOREIGN_KEY))))).toBe('SIGNATURE_WRONG');
    expect(codeOf(verify(body, headersOf(sign(body))))).toBe('genuine');
  });
});

describe('an event that this version does not know', () => {
  const news = { eventType: 'refund.changed', entityBody: { id: 'r1' } };
  const wider = { ...payout, entityBody: 7 };

  test.each<[string, object]>([
    ['by its type', news],
    ['by its body', wider],
  ])('%s keeps its JSON, and says whether it is signed', (_, json) => {
    const body = JSON.stringify(json);
    const unknown = { outcome: 'unknown', isSigned: true, event: { eventType: (json as typeof news).eventType, json } };
    expect(verify(body, headersOf(sign(body)))).toEqual(unknown);
  });

  test('is refused without a signature where its type has one', () => {
    expect(codeOf(verify(JSON.stringify(wider), headersOf()))).toBe('SIGNATURE_MISSING');
    expect(codeOf(verify(JSON.stringify(news), headersOf()))).toBe('unknown');
  });
});

test('keys that cannot verify anything are an error of the program', () => {
  expect(() => verify(text, headersOf(sign(text)), { securityKeys: [] })).toThrow(
    'securityKeys: needs at least one key',
  );
  expect(() => verify(text, headersOf(sign(text)), { securityKeys: [KEY, 'canary'] })).toThrow(
    'securityKeys[1]: needs the 64 hex',
  );
});

test('parseWebhook reads without a key, and throws for no input', () => {
  expect(parseWebhook(text)).toMatchObject({ outcome: 'read', event: { eventType: 'payout.changed' } });
  for (const wrong of [undefined, null, 7, {}, '', '\0', '{"eventType":null}', Buffer.from([0xff])] as never[])
    expect(parseWebhook(wrong)).toMatchObject({ outcome: 'refused' });
});

test('no body of any form makes parseWebhook throw', () => {
  const event = fc.record(
    {
      eventType: fc.oneof(fc.constantFrom(...webhookEventTypes), fc.string()),
      createdAt: fc.anything(),
      data: fc.oneof(
        fc.object(),
        fc.record({ currency: fc.string(), totalAmount: fc.anything(), amount: fc.anything() }),
      ),
      entityBody: fc.oneof(fc.object(), fc.constant(payout.entityBody), fc.record({ amount: fc.object() })),
      entityType: fc.string(),
    },
    { requiredKeys: [] },
  );
  const outcomes = ['read', 'unknown', 'refused'];
  const withoutThrow = (body: string | Uint8Array) => expect(outcomes).toContain(parseWebhook(body).outcome);
  fc.assert(fc.property(event, (json) => withoutThrow(textOf(json))));
  fc.assert(fc.property(fc.uint8Array(), withoutThrow));
});

test('eventType tells every event apart', () => {
  const subjectOf = (event: WebhookEvent): string => {
    switch (event.eventType) {
      case 'PAYMENT_STATUS_CHANGED':
        return event.data.paymentKey;
      case 'payout.changed':
      case 'seller.changed':
        return event.entityBody.id;
      case 'DEPOSIT_CALLBACK':
        return event.orderId;
      default:
        return event.eventType;
    }
  };
  const reading = parseWebhook(text);
  expect(reading.outcome === 'read' && subjectOf(reading.event)).toBe('FPA_12345');
  expect(webhookEventTypes).toHaveLength(12);
});
