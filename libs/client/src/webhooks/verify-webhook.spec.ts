import { createHmac, randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { type VerifiedWebhook, verifyWebhook } from '../index.js';

const now = new Date('2026-11-20T00:00:00Z');
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const id = '018f0e5a-0000-7000-8000-000000000001';
const event = (eventType: string, data: object) => ({
  ...{ eventId: id, eventType, entityId: 'acme', sequence: 1, createdAt: '2026-11-20T00:00:00.000Z', data },
});
const changed = JSON.stringify(event('seller.changed', { sellerId: '가게', status: 'approved' }));
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1_000));

/** The headers of a body, signed by the package of the standard. */
const signed = (body: string, by = secret, at = now): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': seconds(at),
  'webhook-signature': new Webhook(by).sign(id, at, body),
});
const verify = (body: string | Uint8Array, headers: Record<string, string>, by: string | string[] = secret, at = now) =>
  verifyWebhook(body, headers, { secret: by, now: () => at });
const verdict = (verified: VerifiedWebhook): string =>
  verified.outcome === 'refused' ? verified.code : verified.outcome;
const later = (s: number): Date => new Date(now.getTime() + s * 1_000);

test('a webhook that the package signs is genuine, as text and as bytes, and its event is typed', async () => {
  for (const body of [changed, Buffer.from(changed)]) {
    const verified = await verify(body, signed(changed));
    if (verified.outcome !== 'genuine' || verified.event.eventType !== 'seller.changed') throw new Error('not genuine');
    // Compiles only when the type of the event decides about the members of its data.
    expect(verified.event.data).toEqual({ sellerId: '가게', status: 'approved' });
  }
});

test('headers of fetch and of Node, in any case, are read', async () => {
  const headers = signed(changed);
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  const forms = [new Headers(headers), { ...headers, accept: ['a', 'b'] }, upper];
  for (const form of forms)
    expect(verdict(await verifyWebhook(changed, form, { secret, now: () => now }))).toBe('genuine');
});

// prettier-ignore
test.each([
  ['as signed',                      changed,                          signed(changed),                                      'genuine'],
  ['of a type of a newer release',   JSON.stringify(event('a.b', {})), signed(JSON.stringify(event('a.b', {}))),             'unknown'],
  ['of a type named as a member',    JSON.stringify(event('toString', {})), signed(JSON.stringify(event('toString', {}))),   'unknown'],
  ['whose data is of another form',  JSON.stringify(event('seller.changed', {})), signed(JSON.stringify(event('seller.changed', {}))), 'unknown'],
  ['with one byte changed',          changed.replace('acme', 'acmf'),  signed(changed),                                      'SIGNATURE_WRONG'],
  ['with another id',                changed,                          { ...signed(changed), 'webhook-id': 'a' },            'SIGNATURE_WRONG'],
  ['with another time',              changed,                          { ...signed(changed), 'webhook-timestamp': seconds(later(1)) }, 'SIGNATURE_WRONG'],
  ['signed with another secret',     changed,                          signed(changed, other),                               'SIGNATURE_WRONG'],
  ['with a signature of version 2',  changed,                          { ...signed(changed), 'webhook-signature': signed(changed)['webhook-signature']!.replace('v1', 'v2') }, 'SIGNATURE_WRONG'],
  ['with a shortened signature',     changed,                          { ...signed(changed), 'webhook-signature': signed(changed)['webhook-signature']!.slice(0, 20) }, 'SIGNATURE_WRONG'],
  ['with an empty signature',        changed,                          { ...signed(changed), 'webhook-signature': 'v1,' },   'SIGNATURE_WRONG'],
  ['with a signature of no base64',  changed,                          { ...signed(changed), 'webhook-signature': 'v1,*' },  'SIGNATURE_WRONG'],
  ['without a signature',            changed,                          { ...signed(changed), 'webhook-signature': '' },      'HEADERS_MISSING'],
  ['without a header',               changed,                          {},                         'HEADERS_MISSING'],
  ['with a time of no digits',       changed,                          { ...signed(changed), 'webhook-timestamp': 'NaN' },   'TIMESTAMP_REFUSED'],
  ['300 seconds old',                changed,                          signed(changed, secret, later(-300)),                 'genuine'],
  ['301 seconds old',                changed,                          signed(changed, secret, later(-301)),                 'TIMESTAMP_REFUSED'],
  ['301 seconds ahead',              changed,                          signed(changed, secret, later(301)),                  'TIMESTAMP_REFUSED'],
  ['that is no JSON',                'text',                           signed('text'),                                       'NOT_AN_EVENT'],
  ['that is no event',               '{}',                             signed('{}'),                                         'NOT_AN_EVENT'],
])('a webhook %s', async (_, body, headers, expected) => {
  expect(verdict(await verify(body, headers))).toBe(expected);
});

test('during a rotation, either signature with either secret is enough', async () => {
  const [first, second] = [signed(changed), signed(changed, other)];
  const both = { ...first, 'webhook-signature': `v1a,x ${second['webhook-signature']} ${first['webhook-signature']}` };
  for (const by of [secret, other]) expect(verdict(await verify(changed, both, by))).toBe('genuine');
  for (const headers of [first, second])
    expect(verdict(await verify(changed, headers, [other, secret]))).toBe('genuine');
});

test('the package and this function agree about each signature, whoever made it', async () => {
  const at = new Date();
  for (const by of [secret, other]) {
    const key = Buffer.from(by.slice('whsec_'.length), 'base64');
    // As the ingestor signs: sign-delivery.ts.
    const signature = createHmac('sha256', key)
      .update(`${id}.${seconds(at)}.${changed}`)
      .digest('base64');
    const headers = { 'webhook-id': id, 'webhook-timestamp': seconds(at), 'webhook-signature': `v1,${signature}` };
    const ours = verdict(await verify(changed, headers, secret, at));
    const theirs = (): unknown => new Webhook(secret).verify(changed, headers);
    if (by === secret) expect([ours, theirs()]).toEqual(['genuine', JSON.parse(changed)]);
    else {
      expect(ours).toBe('SIGNATURE_WRONG');
      expect(theirs).toThrow(WebhookVerificationError);
    }
  }
});

test('parsed JSON is refused: its bytes are gone', async () => {
  expect(verdict(await verify(JSON.parse(changed) as string, signed(changed)))).toBe('NOT_RAW');
});

test.each(['', 'whsec_', 'ab'.repeat(32), 'whsec_*'])(
  'the secret "%s" is refused, and not repeated',
  async (unusable) => {
    const call = verify(changed, signed(changed), unusable);
    await expect(call).rejects.toThrow(new TypeError('secret: needs the form whsec_ and base64'));
  },
);
