import { randomBytes } from 'node:crypto';
import { connectDatabase, enqueue, postLedger, transaction, unsafeDatabaseSettings } from '@jeongsan/database';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FaultProxy, rewriting, testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(60_000);

const role = `clerk_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
let redis: TestRedis;
beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await database.db.query(`create role ${role} login superuser password 'clerk'`);
});
afterAll(async () => {
  await database.db.query(`drop role ${role}`);
  await redis.close();
  await database.drop();
});

/** A connection to the server with the role's login. */
function urlOfRole(): string {
  const url = new URL(database.url);
  url.username = role;
  url.password = 'clerk';
  return url.toString();
}

async function unsafeForRole(): Promise<string[]> {
  const db = await connectDatabase({ url: urlOfRole(), poolSize: 1, applicationName: 'test' });
  try {
    return await unsafeDatabaseSettings(db);
  } finally {
    await db.destroy();
  }
}

// prettier-ignore
test.each<[string, string, string[]]>([
  ['on',           'every commit is on disk before it is acknowledged',  []],
  ['remote_write', 'a standby has it, too',                              []],
  ['remote_apply', 'a standby shows it, too',                            []],
  ['local',        'the standby may lack it',                            ['synchronous_commit=local']],
  ['off',          'nobody may have it',                                 ['synchronous_commit=off']],
])('synchronous_commit %s of one role: %s', async (value, _, expected) => {
  await database.db.query(`alter role ${role} set synchronous_commit = ${value}`);
  expect(await unsafeForRole()).toEqual(expected);
  await database.db.query(`alter role ${role} reset synchronous_commit`);
});

test('a setting of the role in this database alone is seen', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.db.query(`alter role ${role} in database ${name} set synchronous_commit = off`);
  expect(await unsafeForRole()).toEqual(['synchronous_commit=off']);
  await database.db.query(`alter role ${role} in database ${name} reset synchronous_commit`);
  expect(await unsafeForRole()).toEqual([]);
});

test('a transaction waits for the disk at its end, on every pool and in every decision', async () => {
  const db = await connectDatabase({ url: database.url, poolSize: 1, applicationName: 'test' });
  const waits = (tx: { query: <T>(sql: string) => Promise<T> }) => tx.query<object[]>('show synchronous_commit');
  const on = [{ synchronous_commit: 'on' }];
  expect(await waits(db)).toEqual(on);
  expect(await transaction(db, waits, 'reserve')).toEqual(on);
  const posted = await transaction(db, async (tx) => {
    await postLedger(tx, []);
    await enqueue(tx, 'seller.register', { sellerId: 'waits' }, new Date());
    return waits(tx);
  });
  expect(posted).toEqual(on);
  await db.destroy();
});

const start = (databaseUrl: string, redisUrl: string): Promise<NestFastifyApplication> =>
  jobsApp({ databaseUrl, redisUrl, script: new Script(), role: 'http', controlledClock: false });
const readiness = async (app: NestFastifyApplication) => {
  const reply = await app.inject('/health/ready');
  const { details } = reply.json<{ details: Record<string, Record<string, unknown>> }>();
  return { status: reply.statusCode, details };
};

test('a service refuses to start as a role that would forget commits', async () => {
  await database.db.query(`alter role ${role} set synchronous_commit = off`);
  await expect(start(urlOfRole(), redis.url)).rejects.toThrow('forget acknowledged commits: synchronous_commit=off');
  await database.db.query(`alter role ${role} reset synchronous_commit`);
});

test('a service says what its Redis keeps, and works with one that keeps nothing', async () => {
  const safe = await start(database.url, redis.url);
  expect(await readiness(safe)).toMatchObject({ status: 200, details: { redis: { persistence: 'aof' } } });
  await safe.close();

  const proxy = await FaultProxy.open(
    redis.url,
    rewriting((text) => text.replaceAll('aof_enabled:1', 'aof_enabled:0')),
  );
  const careless = await start(database.url, proxy.url);
  const { status, details } = await readiness(careless);
  expect(status).toBe(200);
  expect(details['redis']).toMatchObject({ persistence: 'none', status: 'up' });
  expect(details['redis']?.['warning']).toContain('Set appendonly yes');
  await careless.close();
  await proxy.close();
});
