import { adoptFolder, onShutdown, usualPort } from '@jeongsan/child-processes';
import { cloneRoot, folderHash } from './clone.js';
import { createDatabase, databaseUrl } from './databases.js';
import { readStackEnv, type StackEnv } from './env.js';
import { claimFolder, claimNextFolder } from './local-folder.js';
import { startPostgres, type PostgresServer, type ServerStart } from './postgres.js';
import { startRedis, type RedisServer } from './redis.js';

/** The folder of the stack is `.local/<name>/` under `root`. Default of `root`: this clone. */
export type ServersOptions = {
  readonly name: string;
  readonly root?: string;
  /** Discards the data of earlier runs. */
  readonly fresh?: boolean;
  /** Keeps the data of Postgres in memory where there is room; the data is discarded when the servers stop. */
  readonly inMemory?: boolean;
  /** Restarts a server that ends unasked, on its port and data. */
  readonly keepAlive?: boolean;
  /** While another live command uses the name, uses `<name>-2`, `<name>-3` and so on instead of refusing. */
  readonly orNext?: boolean;
  readonly log?: (line: string) => void;
  /** Servers named by the environment. Default: read from it. */
  readonly env?: StackEnv;
};

/** A Postgres and a Redis. `postgres` or `redis` is undefined when the environment names a server that is not ours. */
export type Servers = {
  /** The stack's folder, for the servers' logs and for files of the caller. */
  readonly folder: string;
  readonly adminUrl: string;
  readonly redisUrl: string;
  readonly postgres: Pick<PostgresServer, 'pid' | 'kill' | 'stopImmediate' | 'start'> | undefined;
  readonly redis: Pick<RedisServer, 'pid' | 'kill' | 'start'> | undefined;
  databaseUrl(database: string): string;
  /** Creates the database unless it exists; `recreate` drops it first. Returns its URL. */
  createDatabase(name: string, options?: { recreate?: boolean }): Promise<string>;
  stop(): Promise<void>;
};

type Started = { readonly postgres: PostgresServer | undefined; readonly redis: RedisServer | undefined };

/**
 * Starts Postgres and Redis on the data of the last run of this name, each unless the environment names one. They end by
 * `stop`, by `shutdown`, by a signal to this process, and with this process. @throws StackBusy while another live command uses
 * the name.
 */
export async function startServers(options: ServersOptions): Promise<Servers> {
  const { name, root = cloneRoot, fresh = false, inMemory = false, orNext = false } = options;
  const { keepAlive = false, log = () => undefined } = options;
  const env = options.env ?? readStackEnv();
  const folder = await (orNext ? claimNextFolder : claimFolder)(root, name);
  const forgetChildren = await adoptFolder(folder.path);
  const near = usualPort(`${folderHash(folder.path)} ${folder.name}`);
  const { postgres, redis } = await startBoth(env, { folder, root, near, fresh, inMemory, keepAlive, log }).catch(
    async (error: unknown) => {
      await forgetChildren();
      await folder.release();
      throw error;
    },
  );
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopAll());
  const forget = onShutdown(stop, 'servers');
  async function stopAll(): Promise<void> {
    await stopBoth({ postgres, redis });
    await forgetChildren();
    await folder.release();
    forget();
  }
  const adminUrl = env.databaseUrl ?? postgres?.adminUrl ?? '';
  const redisUrl = env.redisUrl ?? redis?.url ?? '';
  return {
    folder: folder.path,
    adminUrl,
    redisUrl,
    postgres,
    redis,
    databaseUrl: (database) => databaseUrl(adminUrl, database),
    createDatabase: (database, { recreate = false } = {}) => createDatabase(adminUrl, database, { recreate }),
    stop,
  };
}

/** Starts both at the same time; when one cannot be started, the other is stopped. */
async function startBoth(env: StackEnv, start: ServerStart): Promise<Started> {
  const [postgres, redis] = await Promise.allSettled([
    env.databaseUrl === undefined ? startPostgres(start) : undefined,
    env.redisUrl === undefined ? startRedis({ ...start, near: start.near + 1 }) : undefined,
  ]);
  const started = { postgres: fulfilled(postgres), redis: fulfilled(redis) };
  const failed = [postgres, redis].find((result) => result.status === 'rejected');
  if (failed === undefined) return started;
  await stopBoth(started);
  throw failed.reason;
}

async function stopBoth({ postgres, redis }: Started): Promise<void> {
  await Promise.all([postgres?.stop(), redis?.stop()]);
}

function fulfilled<T>(result: PromiseSettledResult<T>): T | undefined {
  return result.status === 'fulfilled' ? result.value : undefined;
}
