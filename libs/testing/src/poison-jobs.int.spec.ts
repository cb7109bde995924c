import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { enqueue, transaction } from '@jeongsan/database';
import { jobIdOf } from '@jeongsan/queues';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { eventually, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(60_000);
const PATIENCE = { timeoutMs: 20_000 };
const NOW = new Date('2026-11-20T03:00:00Z');
const script = new Script();
let database: TestDatabase;
let redis: TestRedis;
let app: NestFastifyApplication;
let connection: Redis;
let queue: Queue;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  app = await jobsApp({
    databaseUrl: database.url,
    redisUrl: redis.url,
    script,
    controlledClock: false,
    timeLimitMs: 300,
  });
  connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  queue = new Queue('sellers', { connection, prefix: '{jeongsan}' });
});
beforeEach(async () => {
  script.behave = async () => undefined;
  script.runs.clear();
  await database.db.query('truncate messaging.outbox');
});
afterAll(async () => {
  await queue.close();
  connection.disconnect();
  await app.close();
  await database.drop();
  await redis.close();
});

type Row = { id: bigint; done_at: Date | null; dead_at: Date | null; error: string | null };
const rows = () => database.db.query<Row[]>('select id, done_at, dead_at, error from messaging.outbox order by id');
const promise = (sellerIds: readonly string[]) =>
  transaction(database.db, async (tx) => {
    for (const sellerId of sellerIds) await enqueue(tx, 'seller.register', { sellerId }, NOW);
  });

test('a job that hangs for ever gives its place back and is dead after three tries; its neighbours never wait for it', async () => {
  const neighbours = Array.from({ length: 200 }, (_, i) => `neighbour-${i}`);
  script.behave = (subject) => (subject === 'hangs' ? new Promise(() => undefined) : Promise.resolve());
  await promise(['hangs', ...neighbours]);
  await eventually(() => expect(neighbours.every((n) => script.runs.get(n) === 1)).toBe(true), PATIENCE);
  await eventually(async () => expect((await rows())[0]?.dead_at).toBeInstanceOf(Date), PATIENCE);
  expect(script.runs.get('hangs')).toBe(3);
  expect((await rows())[0]?.error).toBe('It was not over after 0.3 s');
  expect((await rows()).slice(1).every((row) => row.done_at !== null)).toBe(true);
});

/** An outbox row whose job is in Redis and has not reported yet. */
async function published(sellerId: string): Promise<bigint> {
  const [row] = await database.db.query<{ id: bigint }[]>(
    `insert into messaging.outbox (job, data, run_at, published_at) values ('seller.register', $1, $2, clock_timestamp() + interval '1 hour') returning id`,
    [{ sellerId }, NOW],
  );
  if (!row) throw new Error('Nothing was inserted');
  return row.id;
}

test('a job that BullMQ gave up, because each worker that took it died, is dead on record and does not run again', async () => {
  const id = await published('kills');
  await queue.pause();
  await queue.add('seller.register', { sellerId: 'kills' }, { jobId: jobIdOf(id), attempts: 20, removeOnFail: true });
  // The state that BullMQ's check for stalled jobs gives to a job that stalled too often. crashing-jobs.int.long.spec.ts tests
  // real deaths.
  await connection.hset(`{jeongsan}:sellers:${jobIdOf(id)}`, 'defa', 'job stalled more than allowable limit');
  await queue.resume();
  await eventually(async () => expect((await rows())[0]?.dead_at).toBeInstanceOf(Date));
  expect((await rows())[0]?.error).toContain('Each worker that took it died or stood still');
  expect(script.runs.get('kills')).toBeUndefined();
});

test('a job of 50 MB is refused when it is promised, by the code and by the database', async () => {
  const large = 'x'.repeat(50 * 1024 * 1024);
  await expect(promise(['small', large])).rejects.toThrow('The data of job seller.register has 52428815 characters');
  const direct = `insert into messaging.outbox (job, data, run_at) values ('seller.register', $1, $2)`;
  await expect(database.db.query(direct, [{ sellerId: 'x'.repeat(4_096) }, NOW])).rejects.toThrow('ids_only');
  expect(await rows()).toEqual([]);
});

test('a job that comes fifteen days late, again, or of a row that never was does nothing; one whose row is open runs', async () => {
  const done = await published('late');
  await database.db.query(
    `update messaging.outbox set done_at = clock_timestamp() - interval '15 days' where id = $1`,
    [done],
  );
  const dead = await published('late');
  await database.db.query(
    `update messaging.outbox set dead_at = clock_timestamp() - interval '15 days' where id = $1`,
    [dead],
  );
  const tidied = 10n ** 15n;
  for (const id of [done, dead, tidied])
    await queue.add('seller.register', { sellerId: 'late' }, { jobId: jobIdOf(id), removeOnComplete: true });
  await queue.add('seller.register', { sellerId: 'late' }, { jobId: 'never-in-the-outbox', removeOnComplete: true });

  const open = await published('still-open');
  await queue.add('seller.register', { sellerId: 'still-open' }, { jobId: jobIdOf(open), removeOnComplete: true });
  await eventually(() => expect(script.runs.get('still-open')).toBe(1));
  await eventually(async () => expect(await queue.getJobCounts('wait', 'active')).toEqual({ wait: 0, active: 0 }));
  expect(script.runs.get('late')).toBeUndefined();
});

test('jobs that come in the opposite order, each of them twice, run once each', async () => {
  const sellers = Array.from({ length: 20 }, (_, i) => `reversed-${i}`);
  const ids: bigint[] = [];
  for (const sellerId of sellers) ids.push(await published(sellerId));
  const jobs = sellers.map((sellerId, i) => ({
    name: 'seller.register',
    data: { sellerId },
    opts: { jobId: jobIdOf(ids[i] ?? 0n), removeOnComplete: true },
  }));
  await queue.addBulk(jobs.toReversed());
  await eventually(() => expect(script.runs.size).toBe(20));
  await eventually(async () => expect((await rows()).every((row) => row.done_at !== null)).toBe(true));
  await queue.addBulk(jobs);
  await eventually(async () => expect(await queue.getJobCounts('wait', 'active')).toEqual({ wait: 0, active: 0 }));
  expect([...script.runs.values()].every((runs) => runs === 1)).toBe(true);
});
