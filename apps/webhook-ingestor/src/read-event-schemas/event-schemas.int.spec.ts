import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { toOpenApi } from '@jeongsan/http-contract';
import { eventNames, exampleOf, subscribableEvents } from '@jeongsan/messaging';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { eventWebhooks, ingestorContract } from '@jeongsan/platform-contract';
import { testDatabase, type TestDatabase, testRedis, type TestRedis } from '@jeongsan/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppModule } from '../app.module.js';
import { envelopeOf } from '../deliver-event/sign-delivery.js';
import { Env } from '../env.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const callers = ['market', 'viewer', 'operator'] as const;

let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    API_KEYS: JSON.stringify(callers.map((role) => ({ id: role, sha256: sha256(role), roles: [role] }))),
    DATABASE_URL: database.urlOf('webhook-ingestor'),
    REDIS_URL: redis.url,
    ROLE: 'http',
    PROVIDER_SECURITY_KEYS: 'ab'.repeat(32),
    DATA_KEYS: 'ef'.repeat(32),
  });
  const made = { module: AppModule.for(env), env, title: 'ingestor', contract: ingestorContract };
  app = await (await createApp(made)).init();
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.drop();
  await redis.close();
});

const get = (url: string, caller: (typeof callers)[number] = 'market') =>
  app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${caller}` } });

test('every type of event is listed with its schema, and the body that is sent fits the schema that is read', async () => {
  const { items } = (await get('/event-schemas')).json<{ items: { eventType: string; path: string }[] }>();
  expect(items.map(({ eventType }) => eventType)).toEqual(eventNames);
  for (const { eventType, path } of items) {
    const reply = await get(path);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/schema+json']);
    const { eventId, entityId, sequence, createdAt, data } = exampleOf(eventNames.find((n) => n === eventType)!);
    const created_at = new Date(createdAt);
    const stored = { event_id: eventId, type: eventType, entity_id: entityId, sequence: BigInt(sequence), data };
    const isValid = new Ajv2020({ validateFormats: false }).compile(reply.json<object>());
    const sent = JSON.parse(JSON.stringify(envelopeOf({ ...stored, created_at }))) as unknown;
    expect([eventType, isValid(sent), isValid.errors]).toEqual([eventType, true, null]);
  }
});

// prettier-ignore
test.each([
  ['an unknown type',        '/event-schemas/payout.paid',         'market',   404, 'EVENT_TYPE_NOT_FOUND'],
  ['a property of objects',  '/event-schemas/constructor',         'market',   404, 'EVENT_TYPE_NOT_FOUND'],
  ['a role without webhooks', '/event-schemas',                    'viewer',   403, 'FORBIDDEN'],
  ['an unknown filter',      '/event-schemas?kind=a',              'operator', 400, 'INVALID_REQUEST'],
] as const)('%s is refused', async (_, url, caller, status, code) => {
  const reply = await get(url, caller);
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
});

test('the OpenAPI document describes each event that an endpoint may subscribe to', () => {
  const { webhooks } = toOpenApi('ingestor', '1', ingestorContract, { webhooks: eventWebhooks }) as {
    webhooks: Record<string, { post: { parameters: { name: string }[]; requestBody: object } }>;
  };
  expect(Object.keys(webhooks)).toEqual(subscribableEvents);
  const { parameters, requestBody } = webhooks['payout.changed']?.post ?? { parameters: [], requestBody: {} };
  expect(parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  expect(JSON.stringify(requestBody)).toContain('in_transit');
});
