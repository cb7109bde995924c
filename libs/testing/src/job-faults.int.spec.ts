import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { enqueue, setClock, transaction } from '@jeongsan/database';
import { jobIdOf, QUEUE_PREFIX } from '@jeongsan/queues';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import {
  eventually,
  FaultProxy,
  rewriting,
  testDatabase,
  testRedis,
  type TestDatabase,
  type TestRedis,
} from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(60_000);
const NOON = new Date('2026-11-20T03:00:00Z');
let database: TestDatabase;
let redis: TestRedis;
let script: Script;
const apps: NestFastifyApplication[] = [];

beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, NOON, new Date());
  script = new Script();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await database.drop();
  await redis.close();
});

async function start(options: Partial<Parameters<typeof jobsApp>[0]> = {}): Promise<NestFastifyApplication> {
  const app = await jobsApp({ databaseUrl: database.url, redisUrl: redis.url, script, ...options });
  apps.push(app);
  return app;
}
const promise = (app: NestFastifyApplication, sellerId: string) =>
  transaction(app.get(DataSource), (tx) => enqueue(tx, 'seller.register', { sellerId }, NOON));
const readinessOf = async (app: NestFastifyApplication) => {
  const reply = await app.inject('/health/ready');
  return [reply.statusCode, reply.json<{ details: { redis: { status: string } } }>().details.redis.status];
};
const openJobs = async () => {
  const rows = await database.db.query<{ s: string }[]>(
    `select data ->> 'sellerId' as s from messaging.outbox where done_at is null order by id`,
  );
  return rows.map((row) => row.s);
};

test('while Redis is away promises are kept, requests answered, and nothing spins; when it is back all jobs run', async () => {
  const proxy = await FaultProxy.open(redis.url);
  const app = await start({ redisUrl: proxy.url });
  await promise(app, 'before');
  await eventually(async () => expect(await openJobs()).toEqual([]));

  proxy.set('refuse');
  await eventually(async () => expect(await readinessOf(app)).toEqual([200, 'degraded']));
  const cpuBefore = process.cpuUsage();
  for (const sellerId of ['a', 'b', 'c']) await promise(app, sellerId);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const cpu = process.cpuUsage(cpuBefore);
  expect((cpu.user + cpu.system) / 1_000).toBeLessThan(500);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  expect(await openJobs()).toEqual(['a', 'b', 'c']);

  proxy.restore();
  await eventually(async () => expect(await openJobs()).toEqual([]), { timeoutMs: 15_000 });
  await eventually(async () => expect(await readinessOf(app)).toEqual([200, 'up']));
  await Promise.all(apps.splice(0).map((each) => each.close()));
  await proxy.close();
});

test('a job that Redis kept of rows that the database lost does not run in the name of the row with its number', async () => {
  // The database is a standby that lost its last rows: the next job gets the number of a lost one.
  await transaction(database.db, (tx) => enqueue(tx, 'seller.register', { sellerId: 'of today' }, NOON));
  const [row] = await database.db.query<{ id: bigint }[]>('select id from messaging.outbox');
  const connection = new Redis(redis.url);
  const queue = new Queue('sellers', { connection, prefix: QUEUE_PREFIX });
  await queue.add('seller.register', { sellerId: 'lost' }, { jobId: jobIdOf(row?.id ?? 0n), removeOnComplete: true });
  await start();
  await eventually(async () => expect(await openJobs()).toEqual([]));
  expect([...script.runs]).toEqual([['of today', 1]]);
  await queue.close();
  connection.disconnect();
});

test('a service that stops finishes the job it runs and takes no other', async () => {
  const app = await start();
  let started: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => (started = resolve));
  script.behave = async () => {
    started();
    await new Promise((resolve) => setTimeout(resolve, 400));
  };
  await promise(app, 'running');
  await isStarted;
  await app.close();
  expect(await openJobs()).toEqual([]);

  // Enqueued after the app stopped: the job waits for the next start.
  await transaction(database.db, (tx) => enqueue(tx, 'seller.register', { sellerId: 'next' }, NOON));
  await start();
  await eventually(async () => expect(await openJobs()).toEqual([]));
  apps.splice(apps.indexOf(app), 1);
});

test('a process that answers requests publishes what they promise and runs none of it', async () => {
  const http = await start({ role: 'http' });
  await promise(http, 'elsewhere');
  await eventually(async () => {
    const [row] = await database.db.query<{ published_at: Date | null }[]>('select published_at from messaging.outbox');
    expect(row?.published_at).toBeInstanceOf(Date);
  });
  expect(script.runs.size).toBe(0);
  await start({ role: 'worker' });
  await eventually(() => expect(script.runs.get('elsewhere')).toBe(1));
});

test('a worker process answers probes and nothing else', async () => {
  const worker = await start({ role: 'worker' });
  expect((await worker.inject('/health/ready')).statusCode).toBe(200);
  expect((await worker.inject('/operations/backlog')).statusCode).toBe(404);
});

test('a Redis that may evict keys is refused at start', async () => {
  const proxy = await FaultProxy.open(
    redis.url,
    rewriting((text) => text.replace('maxmemory_policy:noeviction', 'maxmemory_policy:allkeysran')),
  );
  await expect(start({ redisUrl: proxy.url, controlledClock: false })).rejects.toThrow('set it to noeviction');
  await proxy.close();
});

test('a Postgres that forgets acknowledged commits is refused at start', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.db.query(`alter database ${name} set synchronous_commit = off`);
  await expect(start()).rejects.toThrow('synchronous_commit=off');
});

test('a job continues the trace of the transaction that promised it', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  try {
    const app = await start();
    const traceId = await trace.getTracer('test').startActiveSpan('request', async (span) => {
      await promise(app, 'traced');
      span.end();
      return span.spanContext().traceId;
    });
    await eventually(() => {
      const job = exporter.getFinishedSpans().find((span) => span.name === 'job seller.register');
      expect(job?.spanContext().traceId).toBe(traceId);
    });
  } finally {
    await provider.shutdown();
    for (const api of [trace, context, propagation]) api.disable();
  }
});
