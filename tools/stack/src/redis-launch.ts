import { spawn } from 'node:child_process';
import { readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment, commandLine, end, MachineProblem, run } from '@jeongsan/child-processes';
import { REDIS_IMAGE, type RedisSource } from './redis-resolve.js';

/** The data folder of a Redis, and its container name where it is a container. */
export type RedisPlace = { readonly folder: string; readonly container: string };

/** Parameters of one start of Redis. `output`: the descriptor of the log file. */
type Launch = { readonly port: number; readonly password: string; readonly output: number };

const DOCKER_MS_MAX = 30_000;

/** Starts Redis with its settings on standard input: an argument or a file would show the password to other users. */
export function spawnRedis(source: RedisSource, place: RedisPlace, { port, password, output }: Launch) {
  const [command, args] =
    source.kind === 'program' ? [source.program, ['-']] : [source.docker, containerArguments(place, port)];
  const libraries = source.kind === 'program' && source.libraryPath ? { LD_LIBRARY_PATH: source.libraryPath } : {};
  const child = spawn(command, args, {
    env: cleanEnvironment(libraries),
    stdio: ['pipe', output, output],
    // A process group of its own, out of reach of Ctrl-C: Redis must outlive the apps that use it.
    detached: true,
  });
  child.unref();
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(settings(source, place, port, password));
  return child;
}

/** Sends a signal to the Redis process. The Docker client forwards signals that can be caught; SIGKILL needs `docker kill`. */
export async function signalContainer(source: RedisSource, place: RedisPlace, name: NodeJS.Signals): Promise<void> {
  if (source.kind === 'program') return;
  await run(source.docker, ['kill', '--signal', name, place.container], { timeoutMs: DOCKER_MS_MAX });
}

/** Ends a Redis that a killed run left behind. The folder is claimed by us, so no live command owns that Redis. */
export async function endOrphan(source: RedisSource, { folder, container }: RedisPlace): Promise<void> {
  if (source.kind === 'container') await run(source.docker, ['rm', '-f', container], { timeoutMs: DOCKER_MS_MAX });
  const pidFile = join(folder, 'redis.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return;
  if ((await runsIn(pid, folder)) && !(await end(pid, 'redis'))) {
    throw new MachineProblem(`Redis (process ${pid}) still runs in ${folder} and cannot be stopped`);
  }
  await rm(pidFile, { force: true });
}

async function runsIn(pid: number, folder: string): Promise<boolean> {
  if (!/(redis|valkey)-server/.test((await commandLine(pid)) ?? '')) return false;
  return process.platform !== 'linux' || (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
}

function containerArguments({ container }: RedisPlace, port: number): string[] {
  const options = ['--rm', '-i', '--name', container, '-p', `127.0.0.1:${port}:6379`];
  return ['run', ...options, REDIS_IMAGE, 'redis-server', '-'];
}

function settings(source: RedisSource, { folder }: RedisPlace, port: number, password: string): string {
  // The data of a container is removed with it: every job is in Postgres, so Redis may be lost at any moment.
  const placed =
    source.kind === 'program'
      ? ['bind 127.0.0.1', `port ${port}`, `dir "${folder}"`, `pidfile "${join(folder, 'redis.pid')}"`]
      : ['bind 0.0.0.0', 'port 6379', 'dir /data'];
  const kept = ['appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory-policy noeviction', 'daemonize no'];
  return [...placed, ...kept, `requirepass ${password}`, ''].join('\n');
}
