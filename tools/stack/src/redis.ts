import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, type Child, end, freePort, openLog } from '@jeongsan/child-processes';
import { folderHash } from './clone.js';
import type { ServerStart } from './postgres.js';
import { endOrphan, signalContainer, spawnRedis, type RedisPlace } from './redis-launch.js';
import { redisAnswers } from './redis-probe.js';
import { ServerProcess } from './server-process.js';
import { resolveRedis, type RedisSource } from './redis-resolve.js';

/**
 * A Redis server of ours. `kill` resolves when the process has ended; `start` starts it again on the same port with its saved
 * data.
 */
export type RedisServer = {
  readonly url: string;
  /** The pid; undefined: stopped on request. */
  readonly pid: number | undefined;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};

type Setup = {
  readonly source: RedisSource;
  readonly place: RedisPlace;
  readonly password: string;
  readonly logFile: string;
};

/** The result of one attempt to start: running, or the port is in use, or the reason of the failure. */
type Launched = { readonly child: Child } | { readonly portTaken: true } | { readonly failure: string };

const READY_MS_MAX = 60_000;
const POLL_MS = 10;
const ATTEMPTS_MAX = 10;

/** Starts Redis on the data of this folder, or without data. */
export async function startRedis({
  folder,
  near,
  fresh,
  keepAlive,
  log,
}: Omit<ServerStart, 'root'>): Promise<RedisServer> {
  const source = await resolveRedis(log);
  const place = { folder: join(folder.path, 'redis'), container: `jeongsan-${folderHash(folder.path)}-${folder.name}` };
  await endOrphan(source, place);
  if (fresh) await rm(place.folder, { recursive: true, force: true });
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  const password = randomBytes(18).toString('base64url');
  const setup: Setup = { source, place, password, logFile: join(folder.path, 'redis.log') };
  const { port, child } = await startOnFreePort(setup, near, log);
  log(`Redis on 127.0.0.1:${port}, ${source.kind === 'program' ? source.program : 'in Docker'}`);
  const launchAgain = async (): Promise<Child> => {
    await endOrphan(source, place);
    return running(await launch(setup, port));
  };
  const { logFile } = setup;
  const server = new ServerProcess(
    { name: 'Redis', kind: 'redis', launch: launchAgain, logFile, keepAlive, log },
    child,
  );
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    start: () => server.start(),
    kill: (name) => server.kill(name, () => signalContainer(source, place, name)),
    stop: () => server.stop(),
  };
}

async function startOnFreePort(setup: Setup, near: number, log: ServerStart['log']) {
  let emptied = false;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = await freePort(near + attempt);
    const launched = await launch(setup, port);
    if ('portTaken' in launched) continue;
    if ('child' in launched || emptied) return { port, child: running(launched) };
    // Unreadable data is discarded: every job can be published again from Postgres.
    emptied = true;
    log(`Redis did not start on its data, which now lies in ${await setAside(setup.place.folder)}; starting with none`);
  }
  throw new Error(`Redis found no port of its own in ${ATTEMPTS_MAX} attempts`);
}

async function setAside(folder: string): Promise<string> {
  const aside = `${folder}.unusable`;
  await rm(aside, { recursive: true, force: true });
  await rename(folder, aside);
  await mkdir(folder, { mode: 0o700 });
  return aside;
}

function running(launched: Launched): Child {
  if ('child' in launched) return launched.child;
  throw new Error(`Redis did not start ${'failure' in launched ? launched.failure : '(its port is taken)'}`);
}

async function launch({ source, place, password, logFile }: Setup, port: number): Promise<Launched> {
  const output = await openLog(logFile);
  const child = await adopt(spawnRedis(source, place, { port, password, output: output.fd }), 'redis');
  output.close();
  const deadline = Date.now() + READY_MS_MAX;
  for (; child.ending() === undefined && Date.now() < deadline; await sleep(POLL_MS)) {
    if (await redisAnswers(port, password)) return { child };
  }
  const tail = await output.tail();
  if (child.ending() !== undefined && /address already in use|port is already allocated/i.test(tail))
    return { portTaken: true };
  await end(child.pid, 'redis');
  return { failure: `(${child.ending() ?? 'not ready in time'}):\n${tail}` };
}
