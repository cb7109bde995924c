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
import { openSeller } from '../../testing/closing-world.js';
import { placeOrder } from '../../testing/terms-market.js';

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
  await setClock(database.db, new Date('2026-05-08T01:00:00Z'), new Date());
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

async function send(
  key: Role | 'robot',
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const reply = await app.inject({
    ...{ method, url },
    headers: {
      authorization: `Bearer ${key === 'robot' ? 'robot-key' : await operators.token(`${key}-kim`, [key])}`,
      ...(method === 'POST' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(method === 'POST' && { payload: JSON.stringify(body ?? {}) }),
  });
  return { status: reply.statusCode, ...reply.json<Record<string, unknown>>() };
}

const terms = (rate: number) => ({
  commission: { charge: { kind: 'RATE', rate } },
  tranches: [{ share: 100_000, days: 2, unit: 'BUSINESS' }],
  ...{ cycle: 'DAILY', datePolicy: 'HOLIDAY_AFTER', effectiveFrom: '2026-05-01', sellerId: 'acme' },
});

test('an operator proposes, an approver sees the deltas and approves: over HTTP, with every refusal by its code', async () => {
  await openSeller(database.db, 'acme', { commission: { charge: { kind: 'RATE', rate: 10_000 } } });
  const at = new Date('2026-05-04T01:00:00Z');
  const { orderId } = await placeOrder(database.db, { sellerId: 'acme', amount: 10_000n, rate: 10_000, at });

  expect(await send('viewer', 'POST', '/terms-changes', terms(8_000))).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  });
  expect(await send('operator', 'POST', '/terms-changes', terms(90_001))).toMatchObject({
    ...{ status: 422, code: 'TERMS_INVALID' },
  });
  const old = { ...terms(8_000), effectiveFrom: '2025-05-07' };
  expect(await send('operator', 'POST', '/terms-changes', old)).toMatchObject({
    ...{ status: 422, code: 'TERMS_CHANGE_TOO_OLD', first: '2025-05-08' },
  });
  const proposed = await send('admin', 'POST', '/terms-changes', terms(8_000));
  const total = { promotion: 0, commission: -200, commissionVat: -20, fees: 0, feeVat: 0, net: 220 };
  expect(proposed).toMatchObject({
    status: 201,
    state: 'proposed',
    lineCount: 1,
    total,
    proposedBy: 'person:admin-kim',
  });
  const url = `/terms-changes/${String(proposed['id'])}`;
  expect(await send('viewer', 'GET', url)).toMatchObject({
    ...{ status: 200, terms: { commission: { charge: { kind: 'RATE', rate: 8_000 } } } },
    lines: { items: [{ orderId, lineId: '1', canceled: 0, ...total }], nextCursor: null },
  });
  expect(await send('viewer', 'GET', '/terms-changes?state=proposed&sellerId=acme')).toMatchObject({
    ...{ status: 200, items: [{ id: proposed['id'] }], nextCursor: null },
  });
  expect(await send('viewer', 'GET', `/terms-changes/${randomUUID()}`)).toMatchObject({
    ...{ status: 404, code: 'TERMS_CHANGE_NOT_FOUND' },
  });
  const { contentHash } = proposed;
  const approve = (key: Role | 'robot', hash: unknown) => send(key, 'POST', `${url}/approve`, { contentHash: hash });
  expect(await approve('operator', contentHash)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(await approve('admin', contentHash)).toMatchObject({
    ...{ status: 403, code: 'TERMS_CHANGE_SECOND_PERSON_REQUIRED' },
  });
  expect(await approve('approver', 'other')).toMatchObject({ status: 409, code: 'TERMS_CHANGE_STALE' });
  expect(await approve('approver', contentHash)).toMatchObject({
    ...{ status: 200, state: 'approved', decidedBy: 'person:approver-kim' },
  });
  expect(await send('approver', 'POST', `${url}/reject`)).toMatchObject({ status: 409, code: 'TERMS_CHANGE_STATE' });
});
