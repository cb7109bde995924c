import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enqueue } from '@jeongsan/database';
import { findProgram, freePort, type InstalledProgram, startInstalled } from '@jeongsan/child-processes';
import { redisAt } from '@jeongsan/queues/redis-address';
import { type Cluster, Redis } from 'ioredis';
import { eventually, testDatabase, type TestDatabase } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

/**
 * Jobs on a primary named by sentinels, and on a cluster of three: real Redis servers on this machine. On a machine without the
 * programs the test is skipped, and its output says so.
 */
jest.setTimeout(120_000);
const JOBS = 200;
const FAILOVER_MS = 60_000;
/** The hash slot of the queues' common hash tag: `cluster keyslot {jeongsan}`. */
const QUEUE_SLOT = 9_922;

let folder: string;
let database: TestDatabase;
const programs: InstalledProgram[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jeongsan-redis-'));
  database = await testDatabase();
});
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const PASSWORD = 'pass/word';
const common = [
  'bind 127.0.0.1',
  'appendonly yes',
  'save ""',
  'maxmemory-policy noeviction',
  `requirepass ${PASSWORD}`,
  `masterauth ${PASSWORD}`,
];

/** The path of the program; undefined, with a line about what was not tested, on a machine without it. */
async function programOf(name: string): Promise<string | undefined> {
  const program = await findProgram(name);
  if (program === undefined) console.warn(`${name} is not on the PATH: this trial was not run`);
  return program;
}

async function start(program: string, name: string, settings: readonly string[], args: readonly string[] = []) {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'conf'), `${[...settings, `dir "${place}"`].join('\n')}\n`);
  const started = await startInstalled(program, [join(place, 'conf'), ...args], {
    folder: place,
    logFile: join(folder, `${name}.log`),
  });
  programs.push(started);
  return started;
}

/** Sends one command to one server until the answer is as expected. */
async function until(port: number, command: readonly [string, ...string[]], answer: RegExp): Promise<void> {
  await eventually(
    async () => {
      const redis = new Redis(port, '127.0.0.1', { password: PASSWORD, lazyConnect: true, retryStrategy: () => null });
      redis.on('error', () => undefined);
      try {
        await redis.connect();
        const [name, ...parameters] = command;
        expect(String(await redis.call(name, ...parameters))).toMatch(answer);
      } finally {
        redis.disconnect();
      }
    },
    { timeoutMs: FAILOVER_MS },
  );
}

const promise = (from: number, to: number) =>
  database.db.transaction(async (tx) => {
    for (let n = from; n < to; n += 1) await enqueue(tx, 'seller.register', { sellerId: `several-${n}` }, new Date());
  });

test('the primary that sentinels name is killed: the other is found, and every job is done', async () => {
  const [server, sentinel] = [await programOf('redis-server'), await programOf('redis-sentinel')];
  if (server === undefined || sentinel === undefined) return;
  const [first, second, watcher] = [await freePort(), await freePort(), await freePort()];
  const primary = await start(server, 'primary', [...common, `port ${first}`]);
  await start(server, 'replica', [...common, `port ${second}`, `replicaof 127.0.0.1 ${first}`]);
  await until(second, ['info', 'replication'], /master_link_status:up/);
  await start(sentinel, 'sentinel', [
    'bind 127.0.0.1',
    `port ${watcher}`,
    `sentinel monitor main 127.0.0.1 ${first} 1`,
    `sentinel auth-pass main ${PASSWORD}`,
    'sentinel down-after-milliseconds main 500',
    'sentinel failover-timeout main 5000',
    `requirepass ${PASSWORD}`,
  ]);
  await until(watcher, ['sentinel', 'replicas', 'main'], new RegExp(String(second)));

  const script = new Script();
  const secret = encodeURIComponent(PASSWORD);
  const redisUrl = `redis+sentinel://:${secret}@127.0.0.1:1,127.0.0.1:${watcher}/main?sentinel_password=${secret}`;
  const app = await jobsApp({ databaseUrl: database.url, redisUrl, script, controlledClock: false });
  try {
    await promise(0, JOBS / 2);
    await eventually(() => expect(script.runs.size).toBe(JOBS / 2), { timeoutMs: FAILOVER_MS });
    await primary.kill();
    await promise(JOBS / 2, JOBS);
    await until(second, ['role'], /^master/);
    await eventually(() => expect(script.runs.size).toBe(JOBS), { timeoutMs: FAILOVER_MS });
  } finally {
    await app.close();
  }
});

/** Three primaries without replicas, as a cluster: while one is away, the cluster is down. */
async function startCluster(server: string, name: string) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const nodes = new Map<number, () => Promise<InstalledProgram>>();
  for (const port of ports) {
    const own = [`port ${port}`, `cluster-port ${await freePort()}`, 'cluster-enabled yes'];
    nodes.set(port, () => start(server, `${name}-${port}`, [...common, ...own]));
  }
  const running = await Promise.all([...nodes.values()].map((startNode) => startNode()));
  for (const port of ports) await until(port, ['ping'], /PONG/);
  const [a = 0] = ports;
  // Gives each node a third of the slots; then each node meets the first one, at its own port for cluster messages.
  for (const [index, port] of ports.entries()) {
    const redis = new Redis(port, '127.0.0.1', { password: PASSWORD });
    await redis.call(
      'cluster',
      'addslotsrange',
      String(Math.ceil((index * 16_384) / 3)),
      String(Math.ceil(((index + 1) * 16_384) / 3) - 1),
    );
    const gossip = /cport[^\d]*(\d+)|@(\d+)/.exec(String(await redis.call('cluster', 'nodes')));
    const first = new Redis(a, '127.0.0.1', { password: PASSWORD });
    if (port !== a) await first.call('cluster', 'meet', '127.0.0.1', String(port), gossip?.[2] ?? '');
    first.disconnect();
    redis.disconnect();
  }
  for (const port of ports) await until(port, ['cluster', 'info'], /cluster_state:ok[^]*cluster_known_nodes:3/);

  const address = `redis+cluster://:${encodeURIComponent(PASSWORD)}@127.0.0.1:1,127.0.0.1:${a}`;
  return {
    address,
    ports,
    kill: async (index: number) => running[index]?.kill(),
    startAgain: async (index: number) => nodes.get(ports[index] ?? 0)?.(),
  };
}

test('on a cluster of three, the one that holds the queues dies and comes back: every job is done', async () => {
  const server = await programOf('redis-server');
  if (server === undefined) return;
  const cluster = await startCluster(server, 'node');
  const script = new Script();
  const app = await jobsApp({ databaseUrl: database.url, redisUrl: cluster.address, script, controlledClock: false });
  try {
    await promise(2 * JOBS, 3 * JOBS);
    await eventually(() => expect(script.runs.size).toBe(JOBS), { timeoutMs: FAILOVER_MS });
    const holder = Math.floor((QUEUE_SLOT * 3) / 16_384);
    await cluster.kill(holder);
    await promise(3 * JOBS, 4 * JOBS);
    await cluster.startAgain(holder);
    await eventually(() => expect(script.runs.size).toBe(2 * JOBS), { timeoutMs: FAILOVER_MS });
  } finally {
    await app.close();
  }
});

test('a connection that begins while the cluster is down ends ready, and so does its duplicate', async () => {
  const server = await programOf('redis-server');
  if (server === undefined) return;
  const cluster = await startCluster(server, 'down');
  await cluster.kill(2);
  await until(cluster.ports[0] ?? 0, ['cluster', 'info'], /cluster_state:fail/);
  const first = redisAt(cluster.address, { maxRetriesPerRequest: null }) as Cluster;
  const both = [first, first.duplicate()];
  const isTriedAgain = both.map((redis) => new Promise<void>((resolve) => redis.once('reconnecting', () => resolve())));
  for (const redis of both) redis.on('error', () => undefined);
  const opening = both.map((redis) => redis.connect());
  try {
    await Promise.all(isTriedAgain);
    await cluster.startAgain(2);
    await Promise.all(opening);
    expect(both.map(({ status }) => status)).toEqual(['ready', 'ready']);
  } finally {
    for (const redis of both) redis.disconnect();
  }
});
