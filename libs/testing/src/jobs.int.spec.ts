import { Processor } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { enqueue, transaction } from '@jeongsan/database';
import type { Handlers } from '@jeongsan/messaging';
import { baseEnv, createApp, parseEnv } from '@jeongsan/nest-kit';
import { DatabaseModule, JobWorker, operationsContract, Permanent, QueuesModule, SCHEDULES, type Schedule } from '@jeongsan/queues';
import { createHash } from 'node:crypto';
import { eventually, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';

const NOW = new Date('2026-11-20T03:00:00Z');
const REPUBLISH_AFTER_MS = 400;

let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;

/** What each seller's job should do next, and how often it ran. */
const runs = new Map<string, number>();
let behave: (sellerId: string, run: number) => Promise<void> = async () => undefined;

@Processor('sellers', { concurrency: 10 })
class SellersWorker extends JobWorker<'sellers'> {
  protected override readonly handlers = new Proxy({} as Handlers<'sellers'>, {
    get: () => async (data: { sellerId?: string }) => {
      const sellerId = data.sellerId ?? '';
      const run = (runs.get(sellerId) ?? 0) + 1;
      runs.set(sellerId, run);
      await behave(sellerId, run);
    },
  });
}

const nightly: Schedule = {
  name: 'nightly',
  firstRunAt: () => new Date('2026-11-20T00:00:00Z'),
  following: (due) => new Date(due.getTime() + 24 * 3_600_000),
  run: (tx, dueAt, now) => enqueue(tx, 'seller.register', { sellerId: `nightly-${dueAt.toISOString()}` }, now),
};

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  @Module({
    imports: [
      DatabaseModule.forRoot({ url: database.url, poolSize: 10, applicationName: 'jobs', controlledClock: false }),
      QueuesModule.forRoot({ redisUrl: redis.url, role: 'all', republishAfterMs: REPUBLISH_AFTER_MS }),
    ],
    providers: [SellersWorker, { provide: SCHEDULES, useValue: [nightly] }],
  })
  class JobsModule {}
  const env = parseEnv(baseEnv, {
    PORT: '0',
    LOG_LEVEL: process.env['X_LOG'] ?? 'silent',
    API_KEYS: JSON.stringify([{ id: 'ops', sha256: createHash('sha256').update('ops').digest('hex'), roles: ['admin'] }]),
  });
  const t0 = performance.now();
  app = await createApp({ module: JobsModule, env, title: 'jobs', contract: operationsContract });
  await app.init();
  console.log('boot', performance.now() - t0);
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.drop();
  await redis.close();
});

const promise = (sellerId: string) =>
  transaction(app.get<typeof database.db>(database.db.constructor as never), (tx) => enqueue(tx, 'seller.register', { sellerId }, NOW));
const row = async (sellerId: string) => {
  const [found] = await database.db.query<Record<string, unknown>[]>(`select * from messaging.outbox where data ->> 'sellerId' = $1`, [sellerId]);
  return found;
};

test('a promised job runs once and is marked done', async () => {
  await promise('a');
  await eventually(async () => expect((await row('a'))?.['done_at']).toBeInstanceOf(Date));
  expect(runs.get('a')).toBe(1);
});

test('x', async () => {
  console.log((await app.inject({ url: '/operations/backlog', headers: { authorization: 'Bearer ops' } })).body);
  console.log((await app.inject('/health/ready')).body);
  expect(Permanent).toBeDefined();
});
