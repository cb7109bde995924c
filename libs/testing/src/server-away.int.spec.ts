import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { enqueue, setClock, transaction } from '@jeongsan/database';
import { jobIdOf } from '@jeongsan/queues';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { eventually, FaultProxy, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { jobsApp, OPERATOR_KEY, Script } from './jobs-app.js';

jest.setTimeout(60_000);
const NIGHT = new Date('2026-11-19T15:30:00Z'); // 00:30 in Seoul

type Wire = 'postgres' | 'redis';
let database: TestDatabase;
let redis: TestRedis;
let wires: Record<Wire, FaultProxy>;
let script: Script;
let app: NestFastifyApplication;
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, NIGHT, new Date());
  wires = { postgres: await FaultProxy.open(database.url), redis: await FaultProxy.open(redis.url) };
  script = new Script();
  app = await jobsApp({ databaseUrl: wires.postgres.url, redisUrl: wires.redis.url, script });
  process.on('uncaughtException', note).on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('uncaughtException', note).off('unhandledRejection', note);
  await app.close();
  await Promise.all(Object.values(wires).map((wire) => wire.close()));
  await database.drop();
  await redis.close();
});

const backlog = () => app.inject({ url: '/operations/backlog', headers: { authorization: `Bearer ${OPERATOR_KEY}` } });
const ready = async () => {
  const reply = await app.inject('/health/ready');
  const { error, details } = reply.json<{ error: object; details: Record<string, { status: string }> }>();
  return { status: reply.statusCode, error, redis: details['redis']?.status };
};
const promise = (sellerId: string) =>
  transaction(database.db, (tx) => enqueue(tx, 'seller.register', { sellerId }, NIGHT));

test.each<[string, Wire[], object]>([
  ['Postgres is away', ['postgres'], { status: 503, error: { postgres: { status: 'down' } }, redis: 'up' }],
  ['Redis is away', ['redis'], { status: 200, error: {}, redis: 'degraded' }],
  ['both are away', ['postgres', 'redis'], { status: 503, error: { postgres: { status: 'down' } }, redis: 'degraded' }],
])('while %s, requests are answered as they can be; afterwards everything goes on by itself', async (_, away, seen) => {
  const isWithoutPostgres = away.includes('postgres');
  // Requests are under way during the outage: connections in use break too.
  const underWay = Array.from({ length: 20 }, backlog);
  for (const wire of away) wires[wire].set('refuse');
  for (const { statusCode } of await Promise.all(underWay)) expect([200, 503]).toContain(statusCode);

  const replies = await Promise.all(Array.from({ length: 20 }, backlog));
  for (const reply of isWithoutPostgres ? replies : []) {
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
    expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(reply.body).not.toMatch(/ECONN|127\.0\.0\.1|node_modules| at /);
  }
  if (!isWithoutPostgres) expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  await eventually(async () => expect(await ready()).toEqual(seen));
  const job = `while ${away.join(' and ')} away`;
  await promise(job);

  for (const wire of away) wires[wire].restore();
  await eventually(() => expect(script.runs.get(job)).toBe(1), { timeoutMs: 20_000 });
  await eventually(async () => expect(await ready()).toEqual({ status: 200, error: {}, redis: 'up' }));
  expect((await backlog()).statusCode).toBe(200);
  expect(uncaught).toEqual([]);
});

test('a job whose last attempt meets an outage is not dead: its row stays open and is published again', async () => {
  script.behave = async (subject, run) => {
    if (subject === 'unlucky' && run === 1)
      await app.get(DataSource).query(`do $$ begin raise sqlstate '57P03'; end $$`);
  };
  // Sets the time of publication to now; the sweeper looks two seconds later.
  const [row] = await database.db.query<{ id: bigint }[]>(
    `insert into messaging.outbox (job, data, run_at, published_at)
     values ('seller.register', '{"sellerId": "unlucky"}', $1, clock_timestamp() + interval '2 seconds') returning id`,
    [NIGHT],
  );
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue('sellers', { connection, prefix: '{jeongsan}' });
  const options = { jobId: jobIdOf(row?.id ?? 0n), attempts: 1, removeOnFail: true };
  await queue.add('seller.register', { sellerId: 'unlucky' }, options);
  const outcome = () =>
    database.db.query<object[]>(
      'select done_at is not null as done, dead_at is not null as dead from messaging.outbox where id = $1',
      [row?.id],
    );
  await eventually(async () => expect(await outcome()).toEqual([{ done: true, dead: false }]), { timeoutMs: 15_000 });
  expect(script.runs.get('unlucky')).toBe(2);
  await queue.close();
  connection.disconnect();
});
