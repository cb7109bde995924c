import { join } from 'node:path';
import { findProgram, MachineProblem, run } from '@jeongsan/child-processes';
import { cloneRoot } from './clone.js';
import { distributedRedis } from './redis-package.js';

/** The Redis to run: a program of this machine, or a container image. */
export type RedisSource =
  | { readonly kind: 'program'; readonly program: string; readonly libraryPath?: string }
  | { readonly kind: 'container'; readonly docker: string };

/** The Docker image, used when the machine has no Redis of its own. */
export const REDIS_IMAGE = 'redis:7';

const PULL_MS_MAX = 300_000;

/**
 * Finds a Redis: on the PATH, then as the distribution's package, then in Docker. @throws MachineProblem with what to install
 * when there is none.
 */
export async function resolveRedis(log: (line: string) => void): Promise<RedisSource> {
  const program = await findProgram('redis-server', 'valkey-server');
  if (program !== undefined && (await runs(program))) return { kind: 'program', program };
  const unpacked = await distributedRedis(join(cloneRoot, '.local', 'redis-dist'), runs, log);
  if (unpacked !== undefined) return { kind: 'program', ...unpacked };
  const docker = await findProgram('docker');
  if (docker !== undefined && (await hasImage(docker, log))) return { kind: 'container', docker };
  throw new MachineProblem(
    'No Redis here, and none could be fetched. Install one (Debian, Ubuntu: apt install redis-server; Fedora: dnf install ' +
      'valkey; Alpine: apk add redis; macOS: brew install redis), start Docker, or set REDIS_URL to one that already runs',
  );
}

/** True when the program is a Redis that runs here; `libraryPath`: the folder of its libraries. */
async function runs(program: string, libraryPath?: string): Promise<boolean> {
  const env = { PATH: '/usr/bin:/bin', ...(libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath }) };
  const { code, output } = await run(program, ['--version'], { env, timeoutMs: 10_000 });
  return code === 0 && /redis|valkey/i.test(output);
}

async function hasImage(docker: string, log: (line: string) => void): Promise<boolean> {
  if ((await run(docker, ['image', 'inspect', REDIS_IMAGE], { timeoutMs: 20_000 })).code === 0) return true;
  if ((await run(docker, ['info'], { timeoutMs: 20_000 })).code !== 0) return false;
  log(`Redis: pulling ${REDIS_IMAGE} with Docker`);
  return (await run(docker, ['pull', REDIS_IMAGE], { timeoutMs: PULL_MS_MAX })).code === 0;
}
