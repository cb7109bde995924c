import { createHmac, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataKeys, DataSeal } from '@jeongsan/jwe';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { ingestorContract } from '@jeongsan/platform-contract';
import { eventually, testDatabase, testRedis, type TestDatabase, type TestRedis } from '@jeongsan/testing';
import { AppModule } from '../app.module.js';
import { Env } from '../env.js';
import { openBody } from '../sealed-body.js';
import { receiveWebhooks } from './receive-webhook.route.js';

const KEY = 'ab'.repeat(32);
const ACCOUNT_KEYS = ['12'.repeat(32), '34'.repeat(32)];
const TIME = new Date(Date.now() - 3_600_000).toISOString();
const DATA_KEY = 'ef'.repeat(32);

let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
let url: string;
const logged: string[] = [];

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'info',
    API_KEYS: '[]',
    DATABASE_URL: database.urlOf('webhook-ingestor'),
    REDIS_URL: redis.url,
    // No worker runs: jobs stay in the outbox, where the tests read them.
    ROLE: 'http',
    PROVIDER_SECURITY_KEYS: `${KEY},${'cd'.repeat(32)}`,
    PROVIDER_ACCOUNTS: JSON.stringify([
      { mId: 'billing1', secretKey: 'test_sk_billing', securityKeys: ACCOUNT_KEYS, purposes: ['billing'] },
    ]),
    DATA_KEYS: DATA_KEY,
    // The rate limits are high, because the floods of this file are of a size that a market may have.
    WEBHOOK_UNSIGNED_PER_SECOND: '10000',
    WEBHOOK_LOOK_AFTER_MS: '0',
  });
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  app = await createApp({
    module: AppModule.for(env),
    env,
    title: 'ingestor',
    contract: ingestorContract,
    configure: receiveWebhooks,
  });
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.drop();
  await redis.close();
  jest.restoreAllMocks();
});
beforeEach(() => database.db.query('truncate webhooks.inbox, webhooks.inbox_key, webhooks.look, messaging.outbox'));

const sign = (body: string, key = KEY) =>
  `v1:${createHmac('sha256', Buffer.from(key, 'hex')).update(`${body}:${TIME}`).digest('base64')}`;
const send = async (body: string | Buffer, headers: Record<string, string> = {}, id: string = randomUUID()) => {
  const reply = await fetch(`${url}/webhooks/provider`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tosspayments-webhook-transmission-id': id,
      'tosspayments-webhook-transmission-time': TIME,
      'tosspayments-webhook-transmission-retried-count': '2',
      ...headers,
    },
    body,
  });
  return { statusCode: reply.status, headers: reply.headers, json: (await reply.json()) as { code?: string } };
};
const signed = (event: object, id?: string) => {
  const body = JSON.stringify(event);
  return send(body, { 'tosspayments-webhook-signature': sign(body) }, id);
};
const payout = (status: string, eventId: string = randomUUID()) => ({
  eventType: 'payout.changed',
  createdAt: TIME,
  version: '2022-11-16',
  eventId,
  entityType: 'payout',
  entityBody: { id: 'FPA_1', status },
});
const payment = (paymentKey: string, more: object = {}) => ({
  eventType: 'PAYMENT_STATUS_CHANGED',
  createdAt: TIME,
  data: { paymentKey, ...more },
});

type InboxRow = {
  dedupe_key: string;
  transmission_id: string;
  event_type: string;
  signature: string;
  retried_count: number;
  body: Buffer | null;
  body_sealed: string;
};
const inbox = () => database.db.query<InboxRow[]>('select * from webhooks.inbox order by transmission_id');
const bodyOf = (row: InboxRow): Buffer =>
  openBody(new DataSeal(DataKeys.parse(DATA_KEY)), row.dedupe_key, row.body_sealed);
const nudges = () =>
  database.db.query<{ job: string; data: object; dedupe_key: string }[]>(
    'select job, data, dedupe_key from messaging.outbox order by id',
  );
/** The number of rows in each table, to show what a refused webhook must not change. */
const sizes = async () => {
  const tables = await database.db.query<{ name: string }[]>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  );
  const entries = tables.map(async ({ name }) => {
    const [row] = await database.db.query<{ n: bigint }[]>(`select count(*) as n from ${name}`);
    return [name, row?.n] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

test('a signed webhook is stored and promises one look', async () => {
  const reply = await signed(payout('COMPLETED', 'ev-1'), 'whtrans_1');
  expect([reply.statusCode, reply.json]).toEqual([200, { received: true }]);
  expect(await inbox()).toMatchObject([
    { transmission_id: 'whtrans_1', event_type: 'payout.changed', signature: 'valid', retried_count: 2 },
  ]);
  expect(await nudges()).toEqual([
    { job: 'payout.observe', data: { providerPayoutId: 'FPA_1' }, dedupe_key: 'payout.nudge/FPA_1/ev-1' },
  ]);
});

test.each([KEY, 'cd'.repeat(32), ...ACCOUNT_KEYS])(
  'a webhook is accepted with a key of any account, also while the keys of one account rotate',
  async (key) => {
    const body = JSON.stringify(payout('COMPLETED', 'ev-of-an-account'));
    const reply = await send(body, { 'tosspayments-webhook-signature': sign(body, key) });
    expect([reply.statusCode, (await inbox()).map(({ signature }) => signature)]).toEqual([200, ['valid']]);
  },
);

test('a webhook that says a payout FAILED changes nothing but the inbox and the outbox', async () => {
  const before = await sizes();
  expect((await signed(payout('FAILED'))).statusCode).toBe(200);
  expect(await sizes()).toEqual({
    ...before,
    'webhooks.inbox': 1n,
    'webhooks.inbox_key': 1n,
    'messaging.outbox': 1n,
  });
});

// prettier-ignore
test.each([
  ['without a signature',                {}],
  ['with that of another body',          { 'tosspayments-webhook-signature': sign('{}') }],
  ['with that of a key that is not ours',{ 'tosspayments-webhook-signature': sign(JSON.stringify(payout('FAILED', 'ev-x')), '99'.repeat(32)) }],
])('a payout webhook %s is refused and nothing of it is kept', async (_, headers) => {
  logged.length = 0;
  const reply = await send(JSON.stringify({ ...payout('FAILED', 'ev-x'), canary: 'canary-in-the-body' }), headers);
  expect([reply.statusCode, reply.json.code]).toEqual([401, 'WEBHOOK_SIGNATURE_INVALID']);
  expect([await inbox(), await nudges()]).toEqual([[], []]);
  expect(logged.join()).toContain('A webhook was refused');
  expect(logged.join()).not.toContain('canary');
});

test('a payment webhook is stored as unsigned: the look is what counts', async () => {
  expect((await send(JSON.stringify(payment('pay_1')))).statusCode).toBe(200);
  expect(await inbox()).toMatchObject([{ signature: 'absent', event_type: 'PAYMENT_STATUS_CHANGED' }]);
  expect(await nudges()).toMatchObject([{ job: 'payment.observe', data: { paymentKey: 'pay_1' } }]);
});

test('an event that nobody here acts upon is stored and nobody looks', async () => {
  expect((await send('{"eventType":"BILLING_DELETED","data":{"billingKey":"b"}}')).statusCode).toBe(200);
  expect(await inbox()).toMatchObject([{ left_alone: 'not-for-us' }]);
  expect(await nudges()).toEqual([]);
});

// prettier-ignore
test.each([
  ['not JSON',             '{"eventType"',                         400, 'WEBHOOK_MALFORMED'],
  ['nothing',              '',                                     400, 'WEBHOOK_MALFORMED'],
  ['JSON without a shape', '{"hello":1}',                          400, 'WEBHOOK_MALFORMED'],
  ['more than a MiB',      `{"eventType":"${'x'.repeat(1 << 20)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
])('%s is answered with a stable code and not stored', async (_, body, status, code) => {
  const reply = await send(body);
  expect([reply.statusCode, reply.json.code]).toEqual([status, code]);
  expect(reply.headers.get('content-type')).toMatch('application/problem+json');
  expect(await inbox()).toEqual([]);
});

test('the same transmission fifty times at once is stored once and looked at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => signed(payout('COMPLETED', 'ev-1'), 'whtrans_50')),
  );
  expect(new Set(replies.map((r) => r.statusCode))).toEqual(new Set([200]));
  expect([(await inbox()).length, (await nudges()).length]).toEqual([1, 1]);
}, 30_000);

test('the same signed body under other transmission ids is one event, and stays it once it was looked at', async () => {
  await Promise.all(Array.from({ length: 20 }, () => signed(payout('COMPLETED', 'ev-1'))));
  expect([(await inbox()).length, (await nudges()).length]).toEqual([1, 1]);
  await database.db.query('update messaging.outbox set published_at = now(), done_at = now()');
  expect((await signed(payout('COMPLETED', 'ev-1'), 'whtrans_replayed')).statusCode).toBe(200);
  expect([(await inbox()).length, (await nudges()).length]).toEqual([1, 1]);
}, 30_000);

test('news that came while an older look is under way is looked at again', async () => {
  await signed(payout('COMPLETED', 'ev-1'));
  await database.db.query('update messaging.outbox set published_at = now()');
  await signed(payout('FAILED', 'ev-2'));
  expect((await nudges()).map((n) => n.dedupe_key)).toEqual(['payout.nudge/FPA_1/ev-1', 'payout.nudge/FPA_1/ev-2']);
});

test('a body is stored byte for byte, whatever it calls itself', async () => {
  const body = Buffer.concat([
    Buffer.from(
      '{ "eventType" : "PAYMENT_STATUS_CHANGED",\r\n\t"createdAt":"x", "amount": 5000.0, "name":"가나다\\u0000 \\\\ \\"q\\"", "data":{"paymentKey":"k"}, "bad":"',
    ),
    Buffer.from([0xff, 0xfe, 0x80]),
    Buffer.from('"}\n'),
  ]);
  for (const type of ['application/json', 'text/plain', 'application/x-anything', 'application/json; charset=euc-kr']) {
    expect((await send(body, { 'content-type': type })).statusCode).toBe(200);
  }
  const stored = await inbox();
  expect(stored.map((row) => bodyOf(row).equals(body))).toEqual([true, true, true, true]);
});

test('300 different webhooks at once are all stored, each with its own bytes', async () => {
  const keys = Array.from({ length: 300 }, (_, i) => `pay_${i}`);
  const replies = await Promise.all(keys.map((key) => send(JSON.stringify(payment(key)), {}, key)));
  expect(replies.every((r) => r.statusCode === 200)).toBe(true);
  const stored = await inbox();
  expect(stored.every((row) => bodyOf(row).toString() === JSON.stringify(payment(row.transmission_id)))).toBe(true);
  expect([stored.length, (await nudges()).length]).toEqual([300, 300]);
}, 30_000);

test('while the database is away nobody is told 200; when it is back, all goes on', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const server = await testDatabase();
  await database.db.destroy();
  await server.db.query(`alter database ${name} allow_connections false`);
  await server.db.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  const away = await Promise.all(Array.from({ length: 5 }, (_, i) => send(JSON.stringify(payment(`away_${i}`)))));
  expect(away.map((r) => [r.statusCode, r.json.code])).toEqual(Array(5).fill([503, 'UNAVAILABLE']));

  await server.db.query(`alter database ${name} allow_connections true`);
  await database.db.initialize();
  await eventually(async () => expect((await send(JSON.stringify(payment('back')))).statusCode).toBe(200));
  expect(await inbox()).toHaveLength(1);
  await server.drop();
}, 30_000);

test('what came in is counted by kind and outcome', async () => {
  await send(JSON.stringify(payment('counted')), {}, 'counted');
  await send(JSON.stringify(payment('counted')), {}, 'counted');
  const { body } = await app.inject('/metrics');
  for (const outcome of ['stored', 'duplicate', 'failed'])
    expect(body).toMatch(new RegExp(`provider_webhooks_total{event="PAYMENT_STATUS_CHANGED",outcome="${outcome}"}`));
  expect(body).toContain('outcome="WEBHOOK_SIGNATURE_INVALID"');
});
