import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setClock } from '@jeongsan/database';
import { DirectPublishing, type OutboxRow } from '@jeongsan/queues';
import { DataSource } from 'typeorm';
import { eventually, FaultProxy, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(60_000);
/** Longer than the five seconds after which a command that Redis does not answer has failed. */
const PATIENCE = { timeoutMs: 30_000 };
const NOON = new Date('2026-11-20T03:00:00Z');
let database: TestDatabase;
let redis: TestRedis;
let proxy: FaultProxy;
let app: NestFastifyApplication;

beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, NOON, new Date());
  proxy = await FaultProxy.open(redis.url);
  const servers = { databaseUrl: database.url, redisUrl: proxy.url };
  // Nothing here may depend on the sweeper.
  app = await jobsApp({ ...servers, script: new Script(), republishAfterMs: 3_600_000 });
});
afterEach(async () => {
  // A worker waits for Redis before it ends.
  proxy.restore();
  await app.close();
  await proxy.close();
  await database.drop();
  await redis.close();
});

/** Commits a row as published, which no relay reads. */
async function committed(sellerId: string): Promise<OutboxRow[]> {
  return app.get(DataSource).query<OutboxRow[]>(
    `insert into messaging.outbox (job, data, run_at, published_at) values ('seller.register', $1, $2, clock_timestamp())
     returning id, job, data`,
    [JSON.stringify({ sellerId }), NOON],
  );
}
const openJobs = () =>
  database.db.query<{ s: string; published: boolean }[]>(
    `select data ->> 'sellerId' as s, published_at is not null as published from messaging.outbox where done_at is null order by id`,
  );

test('rows that were committed as published are run without the relay', async () => {
  const direct = app.get(DirectPublishing);
  expect(direct.isPossible).toBe(true);
  direct.add([...(await committed('a')), ...(await committed('b'))]);
  direct.add(await committed('c'));
  await eventually(async () => expect(await openJobs()).toEqual([]));
});

test('rows that Redis does not take are given to the relay, which publishes them when Redis is back', async () => {
  const direct = app.get(DirectPublishing);
  const rows = await committed('a');
  proxy.set('refuse');
  direct.add(rows);
  await eventually(async () => expect(await openJobs()).toEqual([{ s: 'a', published: false }]), PATIENCE);
  expect(direct.isPossible).toBe(false);
  proxy.restore();
  await eventually(async () => expect(await openJobs()).toEqual([]), PATIENCE);
});

test('a stop publishes what was added before it', async () => {
  const direct = app.get(DirectPublishing);
  direct.add(await committed('a'));
  await app.close();
  app = await jobsApp({
    databaseUrl: database.url,
    redisUrl: redis.url,
    script: new Script(),
    republishAfterMs: 3_600_000,
  });
  await eventually(async () => expect(await openJobs()).toEqual([]));
});
