import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, enqueue, lockUntilCommit, migrate, postLedger } from '@jeongsan/database';
import { chart, template } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import { findProgram, freePort, type InstalledProgram, startInstalled } from '@jeongsan/child-processes';
import pg from 'pg';
import {
  balances,
  booksAreSound,
  emptyDatabase,
  eventually,
  sellerHas,
  testRedis,
  type TestDatabase,
  type TestRedis,
} from './index.js';
import { jobsApp, Script } from './jobs-app.js';

/**
 * The platform behind a PgBouncer on this machine, with fewer server connections than the platform has client connections. On a
 * machine without PgBouncer the test is skipped, and its output says so.
 */
jest.setTimeout(120_000);
const SERVER_CONNECTIONS = 4;
const JOBS = 100;
const DONE = { timeoutMs: 60_000 };
const ROLE_SETTINGS = {
  statement_timeout: '60s',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '60s',
  jit: 'off',
};

let folder: string;
let redis: TestRedis;
let database: TestDatabase;
let bouncer: InstalledProgram | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-pgbouncer-'));
  redis = await testRedis();
});
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  await bouncer?.stop();
  bouncer = undefined;
  await database.drop();
});
afterAll(async () => {
  await redis.close();
  await rm(folder, { recursive: true, force: true });
});

const reserved = template<{ id: string; minor: bigint; effectiveAt: Date }>(
  'test.reserved',
  ({ id }) => id,
  ({ minor }) => [{ debit: chart.sellerPayable('pooled'), credit: chart.sellerReserved('pooled'), amount: won(minor) }],
);
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Creates a role with the documented limits that owns this test's database. Returns the database's address with that role. */
async function limitedRole(settings: Partial<typeof ROLE_SETTINGS>): Promise<string> {
  const url = new URL(database.url);
  const role = `${nameOf(database.url)}_role`;
  await database.db.query(`create role ${role} login password 'secret'`);
  for (const [name, value] of Object.entries(settings))
    await database.db.query(`alter role ${role} set ${name} = '${value}'`);
  await database.db.query(`alter database ${nameOf(database.url)} owner to ${role}`);
  url.username = role;
  url.password = 'secret';
  return url.toString();
}

/** Starts PgBouncer in front of the server; undefined, with a line in the output, on a machine without PgBouncer. */
async function pooled(serverUrl: string, mode: 'session' | 'transaction'): Promise<string | undefined> {
  const program = (await findProgram('pgbouncer')) ?? (await findProgram('/usr/sbin/pgbouncer'));
  if (program === undefined) {
    console.warn('pgbouncer is not on the PATH: this trial was not run');
    return undefined;
  }
  const server = new URL(serverUrl);
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `pool_mode = ${mode}\ndefault_pool_size = ${mode === 'session' ? 40 : SERVER_CONNECTIONS}`,
    `auth_type = plain\nauth_file = ${folder}/users`,
  ];
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'conf'), `${settings.join('\n')}\n`);
  await writeFile(join(folder, 'users'), `"${server.username}" "${server.password}"\n`);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  bouncer = await startInstalled(program, [...asRoot, join(folder, 'conf')], { folder, logFile: join(folder, 'log') });
  server.port = String(port);
  server.searchParams.set('pooler', mode);
  await eventually(async () => {
    const client = new pg.Client({ connectionString: server.toString() });
    await client.connect();
    await client.end();
  }, DONE);
  return server.toString();
}

test.each(['session', 'transaction'] as const)(
  'per %s: three migrate at once, post, and work off jobs',
  async (mode) => {
    const url = await pooled(await limitedRole(ROLE_SETTINGS), mode);
    if (url === undefined) return;
    const databases = await Promise.all(
      [1, 2, 3].map((n) => connectDatabase({ url, poolSize: 10, applicationName: `trial-${n}` })),
    );
    const [db] = databases;
    if (!db) throw new Error('three were connected');
    try {
      await Promise.all(databases.map(migrate));
      // A session lock on a connection that the pooler lends to another client would never be released. The view shows the whole
      // server, where other tests build their template behind a lock.
      const [locks] = await database.db.query<{ n: number }[]>(
        `select count(*)::int as n from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(locks?.n).toBe(0);

      await sellerHas(db, 'pooled', 400_000_000_000n);
      await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          (databases[n % 3] ?? db).transaction(async (tx) => {
            await lockUntilCommit(tx, 'sending');
            await postLedger(tx, [
              reserved({ id: String(n), minor: 3_000_000_000n, effectiveAt: new Date('2026-05-04T15:30:00Z') }),
            ]);
          }),
        ),
      );
      expect((await balances(db))['seller:pooled:reserved']).toBe(-180_000_000_000n);
      const script = new Script();
      const app = await jobsApp({ databaseUrl: url, redisUrl: redis.url, script, controlledClock: false });
      try {
        await Promise.all(
          Array.from({ length: JOBS }, (_, n) =>
            db.transaction((tx) => enqueue(tx, 'seller.register', { sellerId: `${mode}-${n}` }, new Date())),
          ),
        );
        await eventually(() => expect(script.runs.size).toBe(JOBS), DONE);
        await eventually(async () => {
          const open = await database.db.query<unknown[]>('select from messaging.outbox where done_at is null');
          expect(open).toEqual([]);
        }, DONE);
      } finally {
        await app.close();
      }
      await booksAreSound(db);
    } finally {
      await Promise.all(databases.map((each) => each.destroy()));
    }
  },
);

test('a role without limits is refused: a pooler lets no connection bring them', async () => {
  const url = await pooled(await limitedRole({ lock_timeout: '20s' }), 'transaction');
  if (url === undefined) return;
  const start = jobsApp({ databaseUrl: url, redisUrl: redis.url, script: new Script(), controlledClock: false });
  await expect(start).rejects.toThrow('the role must set idle_in_transaction_session_timeout, statement_timeout');
});

test('with the limits that Postgres takes from a connection, PgBouncer takes none', async () => {
  const url = await pooled(await limitedRole(ROLE_SETTINGS), 'transaction');
  if (url === undefined) return;
  const unaware = new URL(url);
  unaware.searchParams.delete('pooler');
  const connect = connectDatabase({ url: unaware.toString(), poolSize: 2, applicationName: 'unaware' });
  await expect(connect).rejects.toThrow('unsupported startup parameter');
});
