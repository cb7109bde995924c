import { randomUUID } from 'node:crypto';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv, type Role } from '@jeongsan/nest-kit';
import { schedulerContract } from '@jeongsan/platform-contract';
import {
  apiKeysOf,
  TEST_DATA_KEYS,
  testDatabase,
  testOperators,
  testRedis,
  type Operators,
  type TestDatabase,
  type TestRedis,
} from '@jeongsan/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../app.module.js';
import { Env } from '../../env.js';

// A long time-out, because other test files run on the same machine.
jest.setTimeout(30_000);
let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
let operators: Operators;

beforeAll(async () => {
  database = await testDatabase();
  redis = await testRedis();
  operators = await testOperators();
  await setClock(database.db, new Date('2026-05-11T01:00:00Z'), new Date());
  const env = parseEnv(Env, {
    ...{ PORT: '0', LOG_LEVEL: 'silent', NODE_ENV: 'test', CONTROLLED_CLOCK: 'true', ROLE: 'http' },
    DATABASE_URL: database.urlOf('payout-scheduler'),
    REDIS_URL: redis.url,
    API_KEYS: apiKeysOf([{ id: 'robot', key: 'robot-key', roles: ['admin'] }]),
    ...operators.env,
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'unused',
    PROVIDER_SECURITY_KEYS: '0'.repeat(64),
    DATA_KEYS: TEST_DATA_KEYS,
  });
  app = await createApp({ module: AppModule.for(env), env, title: 'payout-scheduler', contract: schedulerContract });
  await app.init();
}, 60_000);
afterAll(async () => {
  await app.close();
  await redis.close();
  await database.drop();
});

async function send(method: 'GET' | 'POST', url: string, body?: unknown, key: Role | 'robot' = 'operator') {
  const reply = await app.inject({
    ...{ method, url },
    headers: {
      authorization: `Bearer ${key === 'robot' ? 'robot-key' : await operators.token(`${key}-kim`, [key])}`,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, ...reply.json<Record<string, unknown>>() };
}

const asked = {
  ...{ id: randomUUID(), category: 'books', sellerId: 'acme', effectiveFrom: '2026-05-11' },
  commission: {
    charge: { kind: 'FORMULA', formula: 'ORDER_AMOUNT * FIXED_RATE + FIXED_AMOUNT', rate: 3000, amount: 300 },
  },
};

test('a rule is set, read and ended over HTTP, by who may set terms', async () => {
  const made = await send('POST', '/commission-rules', asked);
  const rounded = { rounding: 'floor', vatRounding: 'floor', ...asked.commission };
  expect(made).toEqual({
    ...{ status: 201, ...asked, productId: null, commission: rounded, effectiveTo: null },
    ...{ createdAt: expect.stringMatching(/^2026-05-11T01:0/) as string, createdBy: 'person:operator-kim' },
    endedBy: null,
  });
  const { status: _status, ...rule } = made;
  expect(await send('GET', '/commission-rules?sellerId=acme&on=2026-05-11', undefined, 'viewer')).toEqual({
    ...{ status: 200, items: [rule], nextCursor: null },
  });
  const end = `/commission-rules/${asked.id}/end`;
  expect(await send('POST', end, { effectiveTo: '2026-06-01' })).toEqual({
    status: 200,
    ...rule,
    effectiveTo: '2026-06-01',
    endedBy: 'person:operator-kim',
  });
  expect(await send('POST', end, { effectiveTo: '2026-05-20' }, 'viewer')).toMatchObject({ status: 403 });
});

// prettier-ignore
test.each([
  ['no dimension',       { category: null, sellerId: null },                                                          400, 'INVALID_REQUEST'],
  ['a day that is none', { effectiveFrom: '2026-02-30' },                                                             400, 'INVALID_REQUEST'],
  ['the year 0',         { effectiveFrom: '0000-01-01' },                                                             400, 'INVALID_REQUEST'],
  ['an overlap',         { id: randomUUID() },                                                                        409, 'COMMISSION_RULE_OVERLAP'],
  ['a rate of 200 %',    { id: randomUUID(), commission: { charge: { kind: 'RATE', rate: 200_000 } } },               422, 'CHARGE_RATE_OUT_OF_BOUNDS'],
  ['a broken formula',   { id: randomUUID(), commission: { charge: { kind: 'FORMULA', formula: 'ORDER_AMOUNT +' } } }, 422, 'CHARGE_FORMULA_INVALID'],
])('%s is refused with its own code, and says where', async (_, change, status, code) => {
  const answer = await send('POST', '/commission-rules', { ...asked, ...change });
  expect(answer).toMatchObject({ status, code });
  if (code === 'CHARGE_FORMULA_INVALID') expect(answer).toMatchObject({ position: 15 });
});
