import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cleanEnvironment } from '@jeongsan/child-processes';
import { databaseServices, missingMigrations, roleOf } from '@jeongsan/database';
import pg from 'pg';
import { testDatabase, testRedis, type TestDatabase, type TestRedis } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(120_000);

const program = join(__dirname, '../../database/dist/migrate.main.js');
let database: TestDatabase;
let redis: TestRedis;
beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), testRedis()]);
});
afterAll(async () => {
  await redis.close();
  await database.drop();
});

/** Starts a service of this release on the database as it is. */
const startService = () =>
  jobsApp({ databaseUrl: database.url, redisUrl: redis.url, script: new Script(), controlledClock: false });

/** Runs the job of a deployment, and calls `onLine` with what it prints. */
async function migrateJob(onLine: (line: string) => Promise<void> | void = () => undefined) {
  const job = spawn(process.execPath, [program], {
    env: cleanEnvironment({ DATABASE_URL: database.url, ROLE_PREFIX: 'jeongsan_test' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const heard: Promise<void>[] = [];
  job.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    heard.push(Promise.resolve(onLine(text)));
  });
  const [code] = (await once(job, 'close')) as [number];
  await Promise.all(heard);
  return { code, said };
}

/** The database as the release before the migration FilteredLists left it. */
const UNDONE = `
  drop index gateway.cancel_listed, payouts.payout_listed, payouts.payout_listed_of_seller, payouts.batch_listed,
    payouts.batch_of_run, payouts.statement_listed, payouts.reserve_hold_listed, payouts.statement_mail_listed,
    reconciliation.break_excepted;
  create index batch_created on payouts.batch (created_at);
  delete from schema_migration where name like 'FilteredLists%'`;

test('a busy table makes a migration begin anew, and statements of services do not wait behind it for long', async () => {
  const { db } = database;
  await db.query(UNDONE);
  const [missing] = await missingMigrations(db);
  expect(missing).toMatch(/^FilteredLists/);
  await expect(startService()).rejects.toThrow(`Migrate the database first, it lacks: ${missing}`);
  const busy = new pg.Client({ connectionString: database.url });
  await busy.connect();
  await busy.query('begin');
  await busy.query('lock table payouts.batch in row exclusive mode');
  let isBusy = true;
  const { code, said } = await migrateJob(async (line) => {
    if (!isBusy || !line.includes('a lock was not free')) return;
    isBusy = false;
    // Nothing of the attempt is left, and nothing waits for its locks.
    expect(await missingMigrations(db)).toEqual([missing]);
    expect(await db.query("select to_regclass('gateway.cancel_listed') as made")).toEqual([{ made: null }]);
    await busy.query('commit');
  });
  await busy.end();
  expect({ code, isBusy }).toEqual({ code: 0, isBusy: false });
  expect(said).toContain('Attempt 1: a lock was not free in time, and nothing was changed; trying again');
  expect(said).toContain('1 migrations were applied');
  expect(await missingMigrations(db)).toEqual([]);
});

test('the job of an older release leaves a newer database and the rights of its services as they are', async () => {
  const { db } = database;
  const service = databaseServices[0];
  const role = roleOf('jeongsan_test', service);
  await db.query(
    "insert into schema_migration (timestamp, name) values (9999999999999, 'OfTheNextRelease9999999999999')",
  );
  await db.query(
    `create table gateway.of_the_next_release (id int); grant select on gateway.of_the_next_release to "${role}"`,
  );
  const { code, said } = await migrateJob();
  expect({ code, said }).toEqual({
    code: 0,
    said: 'Nothing was done: the database is of a newer release, which made OfTheNextRelease9999999999999\n',
  });
  const client = new pg.Client({ connectionString: database.urlOf(service) });
  await client.connect();
  expect((await client.query('select from gateway.of_the_next_release')).rowCount).toBe(0);
  await client.end();
  const older = await startService();
  expect((await older.inject('/health/ready')).statusCode).toBe(200);
  await older.close();
});
