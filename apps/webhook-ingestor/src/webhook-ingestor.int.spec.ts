import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { emit } from '@jeongsan/database';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { ingestorContract } from '@jeongsan/platform-contract';
import {
  eventually,
  testDatabase,
  testRedis,
  type TestDatabase,
  type TestRedis,
  expectDecided,
} from '@jeongsan/testing';
import { Webhook } from 'standardwebhooks';
import { AppModule } from './app.module.js';
import { Env } from './env.js';
import { receiveWebhooks } from './receive-webhook/receive-webhook.route.js';

const KEY = 'market-key';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
let consumer: Server;
let consumerUrl: string;
const got: { headers: IncomingHttpHeaders; body: string }[] = [];

const environment = (more: Record<string, string> = {}) => ({
  PORT: '0',
  LOG_LEVEL: 'silent',
  API_KEYS: JSON.stringify([
    { id: 'market', sha256: sha256(KEY), roles: ['market'] },
    { id: 'viewer', sha256: sha256('viewer-key'), roles: ['viewer'] },
  ]),
  DATABASE_URL: database.urlOf('webhook-ingestor'),
  REDIS_URL: redis.url,
  PROVIDER_SECURITY_KEYS: 'ab'.repeat(32),
  DATA_KEYS: 'ef'.repeat(32),
  ...more,
});
async function start(more: Record<string, string> = {}): Promise<NestFastifyApplication> {
  const env = parseEnv(Env, environment(more));
  const made = await createApp({
    module: AppModule.for(env),
    env,
    title: 'ingestor',
    contract: ingestorContract,
    configure: receiveWebhooks,
  });
  return made.init();
}

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  consumer = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      reply.writeHead(200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(consumer, 'listening');
  consumerUrl = `http://127.0.0.1:${(consumer.address() as AddressInfo).port}/events`;
  app = await start({ ALLOW_INSECURE_TARGETS: 'true' });
}, 60_000);
afterAll(async () => {
  await app.close();
  consumer.closeAllConnections();
  consumer.close();
  await database.drop();
  await redis.close();
}, 30_000);

type Reply = { status: number; json: Record<string, unknown> & { items: Record<string, unknown>[] } };
async function call(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
  to = app,
): Promise<Reply> {
  const reply = await to.inject({
    method,
    url,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    ...(payload && { payload }),
  });
  const json = reply.json<Reply['json']>();
  if (reply.statusCode < 300) await expectDecided(database.db, { method, url, reply: json });
  return { status: reply.statusCode, json };
}
const register = (url = consumerUrl, headers: Record<string, string> = {}) =>
  call('POST', '/webhook-endpoints', { url, eventTypes: ['seller.changed'] }, headers);
const happened = (sellerId: string) =>
  emit(database.db, 'seller.changed', [{ entityId: sellerId, data: { sellerId, status: 'approved' } }], new Date());

test('an event reaches a registered address, signed with the secret that was shown once', async () => {
  const { status, json } = await register();
  expect([status, json['secret']]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  await happened('acme');
  await eventually(() => expect(got).toHaveLength(1), { timeoutMs: 10_000 });
  const { headers, body } = got[0] ?? { headers: {}, body: '' };
  // Throws for a wrong signature, and for a timestamp of more than five minutes ago.
  expect(new Webhook(String(json['secret'])).verify(body, headers as Record<string, string>)).toMatchObject({
    eventType: 'seller.changed',
  });

  const deliveries = `/webhook-endpoints/${String(json['id'])}/deliveries`;
  const delivered = await eventually(async () => {
    const { items } = (await call('GET', `${deliveries}?state=delivered`)).json;
    expect(items).toHaveLength(1);
    return items[0] ?? {};
  });
  expect(delivered).toMatchObject({
    eventType: 'seller.changed',
    attempts: 1,
    lastStatus: 200,
    eventId: headers['webhook-id'],
  });
  expect((await call('POST', `${deliveries}/${String(delivered['eventId'])}/redeliver`)).status).toBe(202);
  await eventually(() => expect(got).toHaveLength(2), { timeoutMs: 10_000 });

  const removed = await call('DELETE', `/webhook-endpoints/${String(json['id'])}`);
  expect([removed.status, removed.json['enabled'], removed.json['secret']]).toEqual([200, false, undefined]);
  expect((await call('POST', `${deliveries}/${String(delivered['eventId'])}/redeliver`)).json['code']).toBe(
    'WEBHOOK_ENDPOINT_NOT_FOUND',
  );
}, 40_000);

test('an endpoint is tested, paused, resumed and given a new secret over HTTP, and each is decided by its caller', async () => {
  const { json } = await register();
  const [id, first] = [String(json['id']), String(json['secret'])];
  const at = (verb: string) => `/webhook-endpoints/${id}/${verb}`;
  const mine = () => got.filter(({ headers, body }) => body.includes(id) && headers['webhook-id'] !== undefined);
  const before = mine().length;
  expect((await call('POST', at('pause'), { reason: 'consumer moves' })).json).toMatchObject({
    pausedBecause: 'PERSON',
  });
  const tested = await call('POST', at('test'));
  expect(tested.status).toBe(202);
  const waiting = await call('GET', `/webhook-endpoints/${id}/deliveries/${String(tested.json['eventId'])}`);
  expect(waiting.json).toMatchObject({
    state: 'pending',
    nextAt: null,
    payload: { eventType: 'webhook.test', data: { endpointId: id } },
  });
  const rotated = await call('POST', at('rotate-secret'), { reason: 'yearly', overlapHours: 1 });
  expect(String(rotated.json['secret'])).toMatch(/^whsec_/);
  expect(rotated.json['earlierSecretUntil']).not.toBeNull();
  expect((await call('POST', at('resume'), { reason: 'consumer moved' })).json).toMatchObject({ pausedAt: null });
  await eventually(() => expect(mine()).toHaveLength(before + 1), { timeoutMs: 10_000 });
  const { headers, body } = mine().at(-1) ?? { headers: {}, body: '' };
  for (const secret of [first, String(rotated.json['secret'])])
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      eventType: 'webhook.test',
    });
  expect((await call('GET', `/webhook-endpoints/${id}`)).json).not.toHaveProperty('secret');
}, 30_000);

test('a secret lies nowhere in the database in the clear, and a repeated request shows it again', async () => {
  const key = { 'idempotency-key': 'register-once' };
  const [first, second] = [await register(consumerUrl, key), await register(consumerUrl, key)];
  expect(second).toEqual(first);
  const { items } = (await call('GET', '/webhook-endpoints')).json;
  expect(items.filter((item) => item['id'] === first.json['id'])).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain('secret');
  const tables = await database.db.query<{ name: string }[]>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const rows = await database.db.query<{ text: string }[]>(`select t::text as text from ${name} t`);
    expect({ name, found: rows.some(({ text }) => text.includes(String(first.json['secret']))) }).toEqual({
      name,
      found: false,
    });
  }
});

test('deliveries are listed by event id, page by page, each once', async () => {
  const { json } = await register();
  const id = String(json['id']);
  for (let i = 0; i < 7; i += 1) await happened(`paged-${i}`);
  await eventually(
    async () =>
      expect((await call('GET', `/webhook-endpoints/${id}/deliveries?state=delivered`)).json.items).toHaveLength(7),
    { timeoutMs: 15_000 },
  );
  const ids: unknown[] = [];
  for (let cursor: unknown = undefined; cursor !== null;) {
    const page = (
      await call(
        'GET',
        `/webhook-endpoints/${id}/deliveries?limit=3${typeof cursor === 'string' ? `&after=${cursor}` : ''}`,
      )
    ).json;
    ids.push(...page.items.map((item) => item['eventId']));
    cursor = page['nextCursor'];
  }
  expect([ids.length, new Set(ids).size, [...ids].sort()]).toEqual([7, 7, ids]);
}, 30_000);

const nobody = '/webhook-endpoints/00000000-0000-4000-8000-000000000000';
// prettier-ignore
test.each([
  ['removing nobody',            'DELETE', nobody,                                                                          404, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  ['listing nobody\'s',          'GET',    `${nobody}/deliveries`,                                                          404, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  ['sending to nobody',          'POST',   `${nobody}/deliveries/00000000-0000-4000-8000-000000000000/redeliver`,           404, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  ['pausing nobody',             'POST',   `${nobody}/pause`,                                                               400, 'INVALID_REQUEST'],
  ['testing nobody',             'POST',   `${nobody}/test`,                                                                404, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  ['reading nobody',             'GET',    nobody,                                                                          404, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  ['an id that is none',         'DELETE', '/webhook-endpoints/7',                                                          400, 'INVALID_REQUEST'],
] as const)('%s is answered with a stable code', async (_, method, url, status, code) => {
  const reply = await call(method, url);
  expect([reply.status, reply.json['code']]).toEqual([status, code]);
});

test('who may only look may not register', async () => {
  expect((await register(consumerUrl, { authorization: 'Bearer viewer-key' })).status).toBe(403);
});

test('outside rehearsals an address of the own network is refused, and nothing is kept', async () => {
  const strict = await start();
  const urls = [
    consumerUrl,
    consumerUrl.replace('http:', 'https:'),
    'https://localhost/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://10.0.0.1/',
  ];
  for (const url of urls) {
    const reply = await call('POST', '/webhook-endpoints', { url, eventTypes: ['seller.changed'] }, {}, strict);
    expect([url, reply.status, reply.json['code']]).toEqual([url, 422, 'WEBHOOK_URL_REFUSED']);
  }
  const { items } = (await call('GET', '/webhook-endpoints')).json;
  expect(items.every((item) => item['url'] === consumerUrl)).toBe(true);
  await strict.close();
}, 30_000);

test('a process that only answers requests delivers nothing', async () => {
  const http = await start({ ALLOW_INSECURE_TARGETS: 'true', ROLE: 'http' });
  expect((await http.inject('/health/ready')).statusCode).toBe(200);
  await http.close();
});

test('production refuses to start with targets in its own network', () => {
  expect(() => parseEnv(Env, environment({ NODE_ENV: 'production', ALLOW_INSECURE_TARGETS: 'true' }))).toThrow(
    'ALLOW_INSECURE_TARGETS',
  );
});
