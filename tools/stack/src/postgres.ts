import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, type Child, end, freePort, openLog } from '@jeongsan/child-processes';
import type { LocalFolder } from './local-folder.js';
import { memoryFolder } from './memory-folder.js';
import { removeMemoryLeftOvers } from './memory-left-overs.js';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.js';
import { endLeftOver, POSTGRES_USER, postmasterState, prepareData, type PostgresData } from './postgres-data.js';
import { privateFolder } from './private-folder.js';
import { ServerProcess } from './server-process.js';
import { canEnter, serviceAccount, type Account } from './service-account.js';

/** A Postgres server of ours. `stopImmediate` is a crash for its data; `start` starts it again on the same port. */
export type PostgresServer = {
  readonly adminUrl: string;
  /** The pid of the postmaster; undefined: stopped on request. */
  readonly pid: number | undefined;
  start(): Promise<void>;
  stopImmediate(): Promise<void>;
  /** SIGKILL of the postmaster. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** Options of one server. */
export type ServerStart = {
  readonly folder: LocalFolder;
  /** The folder that contains `.local`. */
  readonly root: string;
  /** The first port to try. */
  readonly near: number;
  /** Discards the data of earlier runs. */
  readonly fresh: boolean;
  /** Keeps the data in memory where there is room, and discards it at the end. */
  readonly inMemory: boolean;
  /** Restarts a server that ends unasked. */
  readonly keepAlive: boolean;
  readonly log: (line: string) => void;
};

type Setup = {
  readonly binaries: PostgresBinaries;
  readonly data: PostgresData;
  readonly account: Account | undefined;
  readonly logFile: string;
  readonly inMemory: boolean;
};

const READY_MS_MAX = 60_000;
const POLL_MS = 10;
const PORT_ATTEMPTS_MAX = 10;

/** Settings of every server of ours: those that production needs, with little memory. */
export const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
} as const;
/**
 * In memory, a smaller write-ahead log is enough. The sessions' shared memory is stored beside the data, so that it is removed
 * with the data.
 */
const settingsInMemory = { max_wal_size: '256MB', dynamic_shared_memory_type: 'mmap' } as const;

/** Starts Postgres on the data of this folder, or on new data. */
export async function startPostgres({ folder, root, near, log, ...wish }: ServerStart): Promise<PostgresServer> {
  const account = await serviceAccount();
  const binaries = await findPostgres(account);
  await removeMemoryLeftOvers(root, folder.name);
  const memory = wish.inMemory ? await memoryFolder(root) : undefined;
  const inMemory = memory !== undefined;
  const home = await homeOf(folder, { memory, root, account });
  const fresh = wish.fresh || inMemory;
  const data = await prepareData({ folder: join(home, binaries.data), binaries, account }, { fresh, log });
  const setup: Setup = { binaries, data, account, logFile: join(folder.path, 'postgres.log'), inMemory };
  const { port, child } = await startOnFreePort(setup, near);
  log(
    `Postgres ${binaries.major} on 127.0.0.1:${port}, ${data.found ? 'with the data of the last run' : 'new'}${inMemory ? ', in memory' : ''}`,
  );
  const launchAgain = async (): Promise<Child> => {
    await endLeftOver(data.folder);
    return startOnPort(setup, port);
  };
  const { logFile } = setup;
  const server = new ServerProcess(
    { name: 'Postgres', kind: 'postgres', launch: launchAgain, logFile, keepAlive: wish.keepAlive, log },
    child,
  );
  return {
    adminUrl: `postgres://${POSTGRES_USER}:${data.password}@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid;
    },
    start: () => server.start(),
    stopImmediate: () => server.kill('SIGQUIT'),
    kill: () => server.kill('SIGKILL'),
    stop: async () => {
      await server.stop();
      if (inMemory) await rm(data.folder, { recursive: true, force: true });
    },
  };
}

type Place = { readonly memory: string | undefined; readonly root: string; readonly account: Account | undefined };

/**
 * The folder of this stack's data: in the clone, or elsewhere when the data is in memory or the account cannot enter the clone.
 */
async function homeOf(folder: LocalFolder, { memory, root, account }: Place): Promise<string> {
  if (memory === undefined && (await canEnter(account, folder.path))) return folder.path;
  const home = join(memory ?? (await privateFolder(root)), folder.name);
  await mkdir(home, { recursive: true, mode: 0o711 });
  return home;
}

async function startOnFreePort(setup: Setup, near: number): Promise<{ port: number; child: Child }> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS_MAX; attempt += 1) {
    const port = await freePort(near + attempt);
    const child = await launch(setup, port);
    if (child !== 'port taken') return { port, child };
  }
  throw new Error(`Postgres found no port of its own in ${PORT_ATTEMPTS_MAX} attempts`);
}

async function startOnPort(setup: Setup, port: number): Promise<Child> {
  const child = await launch(setup, port);
  if (child === 'port taken') throw new Error(`Postgres cannot start again: port ${port} is taken`);
  return child;
}

/** Starts the server program and waits until it accepts connections. */
async function launch(setup: Setup, port: number): Promise<Child | 'port taken'> {
  const output = await openLog(setup.logFile);
  const child = await adopt(spawnPostgres(setup, port, output.fd), 'postgres');
  output.close();
  const deadline = Date.now() + READY_MS_MAX;
  for (; child.ending() === undefined && Date.now() < deadline; await sleep(POLL_MS)) {
    const state = await postmasterState(setup.data.folder);
    if (state?.ready && state.pid === child.pid) return child;
  }
  const tail = await output.tail();
  if (child.ending() !== undefined && /could not (bind|create any TCP\/IP)/.test(tail)) return 'port taken';
  await end(child.pid, 'postgres');
  throw new Error(`Postgres did not start (${child.ending() ?? 'not ready in time'}):\n${tail}`);
}

function spawnPostgres({ binaries, data, account, inMemory }: Setup, port: number, output: number) {
  const options = Object.entries({ ...serverSettings, ...(inMemory && settingsInMemory), port }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const child = spawn(binaries.postgres, ['-D', data.folder, ...options], {
    ...account,
    cwd: data.folder,
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', output, output],
    // A process group of its own, out of reach of Ctrl-C: Postgres must outlive the apps that use it.
    detached: true,
  });
  child.unref();
  return child;
}
