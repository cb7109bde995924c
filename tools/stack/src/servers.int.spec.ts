import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { cleanEnvironment, freePort, isRunning, waitUntilGone } from '@jeongsan/child-processes';
import { Client } from 'pg';
import { memoryFolder } from './memory-folder.js';
import { privateFolderPath } from './private-folder.js';
import { redisAnswers } from './redis-probe.js';
import { startServers, type Servers, type ServersOptions } from './servers.js';
import { StackBusy } from './stack-problem.js';

const built = (path: string): string => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);

let root: string;
const open: Servers[] = [];

/** The numbers of the segments of System V shared memory on this machine. */
async function sharedMemory(): Promise<(string | undefined)[]> {
  const table = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '');
  return table.split('\n').map((row) => row.trim().split(/\s+/)[1]);
}

/** The segment that a running Postgres keeps for its data. */
async function segmentOf(data: string): Promise<string | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return lines[6]?.trim().split(/\s+/)[1];
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jeongsan-stack-'));
  await chmod(root, 0o755);
  await writeFile(
    join(root, 'app.mjs'),
    `import { createServer } from 'node:http';
     createServer((_, reply) => reply.end()).listen(Number(process.env.PORT), '127.0.0.1');`,
  );
});
afterEach(() => Promise.all(open.splice(0).map((servers) => servers.stop())));
afterAll(() => rm(root, { recursive: true, force: true }));

/** Servers of these tests alone, whatever the environment names. */
async function start(options: Partial<ServersOptions> & { name: string }): Promise<Servers> {
  const servers = await startServers({ root, env: {}, ...options });
  open.push(servers);
  return servers;
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function answers(redisUrl: string): Promise<boolean> {
  const { port, password } = new URL(redisUrl);
  return redisAnswers(Number(port), password);
}

/** Starts servers and an app in a process of its own, which then does nothing until it is killed. */
async function startOwner(name: string, inMemory = false): Promise<Owner> {
  const script = `import { startServers } from ${built('tools/stack/dist/index.js')};
    import { startApp } from ${built('libs/child-processes/dist/index.js')};
    import { guardianPid } from ${built('libs/child-processes/dist/guardian.js')};
    const root = ${JSON.stringify(root)};
    const { adminUrl } = await startServers({ name: '${name}', root, env: {}, inMemory: ${inMemory} });
    const app = await startApp({ name: 'app', entry: root + '/app.mjs', env: {}, port: ${await freePort()}, logFile: root + '/app.log' });
    console.log(guardianPid(), app.pid, adminUrl);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { env: cleanEnvironment() });
  owner.stderr.pipe(process.stderr);
  // An owner that ends before its line would leave the test waiting for its time-out.
  const ended = once(owner, 'exit').then(() =>
    Promise.reject(new Error('The owner of the servers ended before they ran')),
  );
  const [line] = (await Promise.race([once(createInterface({ input: owner.stdout }), 'line'), ended])) as [string];
  ended.catch(() => undefined);
  const [guardian, app, adminUrl = ''] = line.split(' ');
  const [found] = await query<{ folder: string }>(adminUrl, `select current_setting('data_directory') as folder`);
  const data = found?.folder ?? '';
  return { owner, guardian: Number(guardian), data, pids: [...(await serverPids(name, data)), Number(app)] };
}
type Owner = { owner: ChildProcess; guardian: number; data: string; pids: number[] };

async function serverPids(name: string, data: string): Promise<number[]> {
  const files = [join(data, 'postmaster.pid'), join(root, '.local', name, 'redis/redis.pid')];
  return Promise.all(files.map(async (file) => Number.parseInt(await readFile(file, 'utf8'), 10)));
}

// Servers start at their own pace on a machine that runs other tests.
jest.setTimeout(60_000);

describe('the servers of one command', () => {
  test('are found again with their data on the next start', async () => {
    const first = await start({ name: 'again' });
    const url = await first.createDatabase('market');
    await query(url, 'create table seller (name text)');
    await query(url, `insert into seller values ('한빛상회')`);
    await first.stop();

    const second = await start({ name: 'again' });

    expect(await query(second.databaseUrl('market'), 'select name from seller')).toEqual([{ name: '한빛상회' }]);
    expect(await second.createDatabase('market')).toBe(second.databaseUrl('market'));
    await second.createDatabase('market', { recreate: true });
    expect(await query(second.databaseUrl('market'), `select to_regclass('seller') as seller`)).toEqual([
      { seller: null },
    ]);
  });

  test('keep data in memory where there is room, with the same settings, and leave none of it behind', async () => {
    const memory = await memoryFolder(root);
    const servers = await start({ name: 'memory', inMemory: true });
    const [found] = await query<{ folder: string; fsync: string }>(
      servers.adminUrl,
      `select current_setting('data_directory') as folder, current_setting('fsync') as fsync`,
    );
    const { folder = '', fsync } = found ?? {};
    expect(fsync).toBe('on');
    expect(folder.startsWith(memory ?? root)).toBe(true);
    await servers.postgres?.stopImmediate();
    await servers.postgres?.start();
    expect(await query(servers.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await servers.stop();
    expect(existsSync(folder)).toBe(memory === undefined);
    if (memory !== undefined) await rm(memory, { recursive: true });
  });

  test('run with the settings that the platform insists on', async () => {
    const servers = await start({ name: 'again' });
    const settings = await query(
      servers.adminUrl,
      `select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'max_connections',
       'server_encoding', 'synchronous_commit', 'TimeZone') order by lower(name)`,
    );
    expect(settings.map((row) => Object.values(row as object).join(' '))).toEqual([
      'fsync on',
      'listen_addresses 127.0.0.1',
      'max_connections 400',
      'server_encoding UTF8',
      'synchronous_commit on',
      'TimeZone UTC',
    ]);
    expect(await answers(servers.redisUrl)).toBe(true);
  });

  test('come back on the same port after a crash of either', async () => {
    const servers = await start({ name: 'again' });
    await servers.createDatabase('kept');

    await servers.redis?.kill('SIGKILL');
    expect(await answers(servers.redisUrl)).toBe(false);
    await servers.redis?.start();
    expect(await answers(servers.redisUrl)).toBe(true);

    await servers.postgres?.stopImmediate();
    await expect(query(servers.adminUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');
    await servers.postgres?.start();
    expect(await query(servers.databaseUrl('kept'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('are brought back when they end by themselves, with their data, and are left down by who stopped them', async () => {
    const lines: string[] = [];
    const servers = await start({ name: 'again', keepAlive: true, log: (line) => lines.push(line) });
    await servers.createDatabase('market');
    const asleep = query(servers.databaseUrl('market'), 'select pg_sleep(30)').catch((error: Error) => error.message);
    for (const kind of ['postgres', 'redis'] as const) {
      const pid = servers[kind]?.pid ?? 0;
      process.kill(pid, 'SIGKILL');
      await until(
        () => servers[kind]?.pid !== pid && lines.some((line) => line.toLowerCase() === `${kind} runs again`),
      );
    }
    expect(await query(servers.databaseUrl('market'), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await asleep).toEqual(expect.any(String));
    expect(await answers(servers.redisUrl)).toBe(true);
    await servers.redis?.kill('SIGKILL');
    await servers.stop();
    expect(lines.filter((line) => line.endsWith('runs again'))).toHaveLength(2);
  });

  test('start although the last run left a pid file that now names a stranger', async () => {
    await (await start({ name: 'again' })).stop();
    const pidFile = join(root, '.local', 'again', 'postgres', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${join(root, '.local', 'again', 'postgres')}\n0\n1\n`);
    const servers = await start({ name: 'again' });
    expect(await query(servers.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('start on new data where the last run was killed while it made the data folder', async () => {
    await (await start({ name: 'half' })).stop();
    await rm(join(root, '.local', 'half', 'postgres', 'global', 'pg_control'));
    const lines: string[] = [];
    const servers = await start({ name: 'half', log: (line) => lines.push(line) });
    expect(await query(servers.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lines.join('\n')).toMatch(/^Postgres cannot use the data in .* it now lies in .*postgres\.unusable/m);
  });

  test('work in a folder that only its owner may enter, and are found again there', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'jeongsan-closed-'));
    try {
      const first = await start({ name: 'closed', root: closed });
      await first.createDatabase('market');
      await first.stop();
      const second = await start({ name: 'closed', root: closed });
      expect(await query(second.databaseUrl('market'), 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
    } finally {
      await rm(closed, { recursive: true, force: true });
      await rm(await privateFolderPath(closed), { recursive: true, force: true });
    }
  });
});

describe('two commands in one clone', () => {
  test('run side by side under two names, each on its own ports', async () => {
    const [one, two] = await Promise.all([start({ name: 'again' }), start({ name: 'half' })]);
    expect(new Set([one.adminUrl, two.adminUrl, one.redisUrl, two.redisUrl].map((url) => new URL(url).port)).size).toBe(
      4,
    );
  });

  test('are told apart under one name: the second is refused, or gets the next name when it asks for it', async () => {
    await start({ name: 'again' });
    const second = start({ name: 'again' });
    await expect(second).rejects.toThrow(StackBusy);
    await expect(second).rejects.toThrow(
      `"again" is already running in this folder (process ${process.pid}): stop it first`,
    );
    const elsewhere = { databaseUrl: 'postgres://elsewhere/postgres', redisUrl: 'redis://elsewhere' };
    expect((await start({ name: 'again', orNext: true, env: elsewhere })).folder).toBe(join(root, '.local', 'again-2'));
  });
});

describe('the end of the process that started the servers', () => {
  test('by SIGTERM leaves nothing running and answers with 143', async () => {
    const { owner, pids } = await startOwner('again');
    owner.kill('SIGTERM');
    expect(await once(owner, 'exit')).toEqual([143, null]);
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false]);
  });

  test('by SIGKILL leaves nothing running', async () => {
    const { owner, pids } = await startOwner('again');
    owner.kill('SIGKILL');
    expect(await Promise.all(pids.map((pid) => waitUntilGone(pid, 5_000)))).toEqual([true, true, true]);
  });

  test('together with its guardian leaves processes that the next start ends first', async () => {
    const { owner, guardian, pids } = await startOwner('again');
    process.kill(guardian, 'SIGKILL');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true]);
    await start({ name: 'again' });
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false]);
  });

  test('together with its guardian leaves data and segments in memory, which the next start of any stack removes', async () => {
    const { owner, guardian, data, pids } = await startOwner('forgotten', true);
    const segment = await segmentOf(data);
    process.kill(guardian, 'SIGKILL');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await sharedMemory()).toContain(segment);
    // Where there is no room in memory, its data stay on the disk and are the next start's to use.
    if (data.startsWith(root)) return;
    await start({ name: 'again' });
    expect(existsSync(data)).toBe(false);
    expect(await isRunning(pids[0] ?? 0)).toBe(false);
    await Promise.all(open.splice(0).map((servers) => servers.stop()));
    expect(await sharedMemory()).not.toContain(segment);
    // Redis and the app hold nothing of others: the next start of their own name ends them.
    await start({ name: 'forgotten' });
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false]);
    await rm(dirname(dirname(data)), { recursive: true, force: true });
  });
});

describe('servers that the environment names', () => {
  test('are used instead of ours, and databases are created inside them', async () => {
    const outside = await start({ name: 'again' });
    const env = { databaseUrl: outside.adminUrl, redisUrl: outside.redisUrl };
    const servers = await start({ name: 'outside', env });
    const { adminUrl, redisUrl, postgres, redis } = servers;
    expect({ adminUrl, redisUrl, postgres, redis }).toEqual({
      adminUrl: outside.adminUrl,
      redisUrl: outside.redisUrl,
      postgres: undefined,
      redis: undefined,
    });
    await servers.createDatabase('theirs');
    expect(await query(outside.databaseUrl('theirs'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await servers.stop();
    expect(await answers(outside.redisUrl)).toBe(true);
  });
});
