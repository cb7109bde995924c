import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, freePort, startApp } from '@jeongsan/child-processes';
import { eventually, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';

jest.setTimeout(300_000);
const NOW = new Date('2026-11-20T03:00:00Z');
let database: TestDatabase;
let redis: TestRedis;
let folder: string;

beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-crashing-'));
});
afterEach(async () => {
  await database.drop();
  await redis.close();
  await rm(folder, { recursive: true, force: true });
});

const promise = (sellerIds: readonly string[]) =>
  database.db.query(
    `insert into messaging.outbox (job, data, run_at) select 'seller.register', jsonb_build_object('sellerId', s), $2 from unnest($1::text[]) s`,
    [sellerIds, NOW],
  );
type Row = { s: string; done_at: Date | null; dead_at: Date | null; error: string | null };
const open = () =>
  database.db.query<Row[]>(
    `select data ->> 'sellerId' as s, done_at, dead_at, error from messaging.outbox where done_at is null order by id`,
  );

/** A worker with little memory, started again after each death, as a supervisor does. */
async function supervised(name: string, onDeath: () => void): Promise<{ stop: () => Promise<void> }> {
  let isStopping = false;
  let starting: Promise<void> = Promise.resolve();
  const app: App = await startApp({
    name,
    entry: join(import.meta.dirname, '../dist/crashing-worker.main.js'),
    nodeArgs: ['--max-old-space-size=128'],
    port: await freePort(),
    env: { DATABASE_URL: database.url, REDIS_URL: redis.url },
    logFile: join(folder, `${name}.log`),
    onExit: () => {
      onDeath();
      if (!isStopping) starting = app.restart();
    },
  });
  return {
    stop: async () => {
      isStopping = true;
      await starting;
      await app.stop();
    },
  };
}

test('a job that eats all memory of each worker that takes it is dead after four of them; all others are done', async () => {
  let deaths = 0;
  const workers = await Promise.all(['first', 'second'].map((name) => supervised(name, () => (deaths += 1))));
  const neighbours = (wave: number) => Array.from({ length: 100 }, (_, i) => `neighbour-${wave}-${i}`);
  await promise(['eats-memory', ...neighbours(0)]);
  for (let wave = 1; wave <= 300; wave += 1) {
    const [poison] = await database.db.query<Row[]>(
      `select dead_at, error from messaging.outbox where data ->> 'sellerId' = 'eats-memory'`,
    );
    if (poison?.dead_at) break;
    if (wave % 5 === 0) await promise(neighbours(wave));
    await sleep(500);
  }
  await eventually(async () => expect((await open()).map(({ s }) => s)).toEqual(['eats-memory']), {
    timeoutMs: 60_000,
  });
  expect(await open()).toEqual([
    expect.objectContaining({
      dead_at: expect.any(Date) as Date,
      error: expect.stringContaining('died or stood still') as string,
    }),
  ]);
  expect(deaths).toBe(4);
  await Promise.all(workers.map((worker) => worker.stop()));
});
