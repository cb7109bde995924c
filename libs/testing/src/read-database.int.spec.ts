import { connectDatabase } from '@jeongsan/database';
import { ReadDatabase } from '@jeongsan/nest-platform';
import type { DataSource } from 'typeorm';
import { freePort } from '@jeongsan/child-processes';
import { emptyDatabase, type TestDatabase } from './test-database.js';

let database: TestDatabase;
const connections: DataSource[] = [];
const lists: ReadDatabase[] = [];
const made: string[] = [];

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(async () => {
  for (const reads of lists) await reads.close();
  for (const name of made) await database.db.query(`drop database ${name} with (force)`);
  await database.drop();
});

/** A ReadDatabase whose replica is this address; the same server may play the replica under another name. */
function reading(url?: string): ReadDatabase {
  const connect = async (): Promise<DataSource> => {
    const db = await connectDatabase({ url: url ?? '', poolSize: 1, applicationName: 'replica' });
    connections.push(db);
    return db;
  };
  const reads = new ReadDatabase(database.db, url === undefined ? undefined : connect);
  lists.push(reads);
  return reads;
}

async function readAt(reads: ReadDatabase): Promise<string | undefined> {
  const [row] = await reads.query<{ name: string }[]>(`select current_setting('application_name') as name`);
  return row?.name;
}

/** A database that says of itself how far it has replayed. */
async function replaying(position: string): Promise<string> {
  const name = `${new URL(database.url).pathname.slice(1)}_at_${position.replace(/\W/g, '_').toLowerCase()}`;
  await database.db.query(`create database ${name}`);
  made.push(name);
  const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).toString();
  const db = await connectDatabase({ url, poolSize: 1, applicationName: 'set-up' });
  await db.query(
    `create function public.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ select '${position}'::pg_lsn $$`,
  );
  await db.query(`alter database ${name} set search_path = public, pg_catalog`);
  await db.destroy();
  return url;
}

test('without a replica the primary is read', async () => {
  expect(await readAt(reading())).toBe('jeongsan-test');
});

test('a replica that has everything is read, in single statements and in a snapshot that cannot write', async () => {
  const reads = reading(await replaying('FFFFFFFF/0'));
  expect(await readAt(reads)).toBe('replica');
  const names = await reads.transaction('REPEATABLE READ', (tx) =>
    tx.query<{ name: string }[]>(`select current_setting('application_name') as name`),
  );
  expect(names).toEqual([{ name: 'replica' }]);
  const writing = reads.transaction('REPEATABLE READ', (tx) => tx.query('create table written (id int)'));
  await expect(writing).rejects.toThrow('read-only transaction');
});

test('a replica that lacks what was written is passed over', async () => {
  expect(await readAt(reading(await replaying('0/1')))).toBe('jeongsan-test');
});

test('a replica that is away, from the start or later, is passed over', async () => {
  const away = Object.assign(new URL(database.url), { port: String(await freePort()) }).toString();
  expect(await readAt(reading(away))).toBe('jeongsan-test');
  const reads = reading(await replaying('FFFFFFFE/0'));
  expect(await readAt(reads)).toBe('replica');
  await database.db.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'replica'`);
  await connections.at(-1)?.destroy();
  expect(await readAt(reads)).toBe('jeongsan-test');
});

test('a mistake in a statement is told, and not read again at the primary', async () => {
  const reads = reading(await replaying('FFFFFFFD/0'));
  await expect(reads.query('select nothing_of_this_name')).rejects.toThrow('nothing_of_this_name');
  expect(await readAt(reads)).toBe('replica');
});
