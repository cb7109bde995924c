import { connectDatabase, followClock, type PlatformClock, setClock } from '@jeongsan/database';
import type { DataSource } from 'typeorm';
import { eventually } from './eventually.js';
import { testDatabase, type TestDatabase } from './test-database.js';

const MORNING = new Date('2026-05-04T00:00:00Z');
const NIGHT = new Date('2026-05-04T15:30:00Z');
/** Far less than between two of the times, far more than a change takes to be seen. */
const MINUTE_MS = 60_000;

let database: TestDatabase;
let db: DataSource;
let clock: PlatformClock;
beforeEach(async () => {
  database = await testDatabase();
  await setClock(database.db, MORNING, new Date());
  db = await connectDatabase({ url: database.url, poolSize: 2, applicationName: 'follower' });
  clock = await followClock(db);
});
afterEach(async () => {
  await clock.stop();
  if (db.isInitialized) await db.destroy();
  await database.drop();
});

const shows = (time: Date) => Math.abs(clock.now().getTime() - time.getTime()) < MINUTE_MS;
const comesToShow = (time: Date) => eventually(async () => expect(shows(time)).toBe(true));

async function sessions(): Promise<{ pid: number; query: string }[]> {
  return database.db.query(`select pid, query from pg_stat_activity where application_name = 'follower'`);
}
const listens = () =>
  eventually(async () => expect((await sessions()).map(({ query }) => query)).toContain('listen jeongsan_clock'));

test('a clock shows the stored time at once, and each new one', async () => {
  expect(shows(MORNING)).toBe(true);
  await setClock(database.db, NIGHT, new Date());
  await comesToShow(NIGHT);
});

test('whoever waits for a time hears of each jump, once the clock shows it', async () => {
  const heard: boolean[] = [];
  clock.onJump(() => heard.push(shows(NIGHT)));
  await setClock(database.db, NIGHT, new Date());
  await eventually(async () => expect(heard).toEqual([true]));
});

test('a change that nobody announces is seen all the same', async () => {
  await database.db.query('update messaging.clock set reads = $1, anchored_at = $2', [NIGHT, new Date()]);
  await comesToShow(NIGHT);
});

test('a clock whose sessions were ended listens again, and leaves none behind when it stops', async () => {
  await listens();
  const before = await sessions();
  await database.db.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [
    before.map(({ pid }) => pid),
  ]);
  await listens();
  expect((await sessions()).map(({ pid }) => pid).filter((pid) => before.some((one) => one.pid === pid))).toEqual([]);
  await setClock(database.db, NIGHT, new Date());
  await comesToShow(NIGHT);
  await clock.stop();
  await db.destroy();
  await eventually(async () => expect(await sessions()).toEqual([]));
});
