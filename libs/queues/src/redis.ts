import { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';

/** Queue keys share a hash tag, so that a Redis Cluster keeps each queue's keys together. */
export const QUEUE_PREFIX = '{jeongsan}';

const CONNECT_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 5_000;
const RECONNECT_CAP_MS = 2_000;
/** INFO tells starts and saves in whole seconds. */
const START_GRACE_S = 2;

const reconnecting = { retryStrategy: (times) => Math.min(RECONNECT_CAP_MS, times * 100) } satisfies RedisOptions;

/** For publishing and probes: says no at once instead of waiting for a Redis that is away. */
export async function connectPublisher(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    ...reconnecting,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  // ioredis reports every failed attempt; readiness and the relay's own log say it once.
  redis.on('error', () => undefined);
  try {
    await redis.connect().catch((cause: unknown) => {
      // The address without its credentials.
      throw new Error(`Redis does not answer at ${new URL(url).host}`, { cause });
    });
    await refuseEviction(redis);
    await warnOfLoss(redis);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

/** For workers, which wait in Redis for work and must outlive its absence. */
export function workerConnection(url: string): Redis {
  const redis = new Redis(url, { ...reconnecting, lazyConnect: true, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  return redis;
}

/** A Redis that evicts keys drops jobs without a word. INFO, not CONFIG: managed services forbid the latter. */
async function refuseEviction(redis: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy !== 'noeviction') {
    throw new Error(
      `Redis maxmemory-policy is ${policy ?? 'unknown'}: set it to noeviction, or queues lose jobs under memory pressure`,
    );
  }
}

/** What of the jobs survives the death of Redis: a log of them, a snapshot from time to time, or nothing. */
export type Persistence = 'aof' | 'snapshots' | 'none';

/** Said at the start and by readiness. It is no refusal: Postgres has every job and publishes it again within a minute. */
export const persistenceWarnings = {
  none: 'Redis keeps nothing (no AOF, no RDB snapshot since it started): when it dies, every job waits to be published again. Set appendonly yes',
  snapshots:
    'Redis keeps RDB snapshots only: when it dies, the jobs since the last one wait to be published again. Set appendonly yes',
} as const satisfies Record<Exclude<Persistence, 'aof'>, string>;

/** INFO, not CONFIG: managed services forbid the latter. */
export const persistenceOf = async (redis: Redis): Promise<Persistence> =>
  persistenceIn(`${await redis.info('persistence')}\n${await redis.info('server')}`);

/** INFO does not tell whether snapshots are planned, only whether there was one since Redis started: before the first, there is none. */
export function persistenceIn(info: string): Persistence {
  const number = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  if (number('aof_enabled') === 1) return 'aof';
  // At its start Redis counts that moment as its last save.
  const startedAt = number('server_time_usec') / 1e6 - number('uptime_in_seconds');
  return number('rdb_last_save_time') > startedAt + START_GRACE_S ? 'snapshots' : 'none';
}

async function warnOfLoss(redis: Redis): Promise<void> {
  const persistence = await persistenceOf(redis);
  if (persistence !== 'aof') new Logger('Redis').warn(persistenceWarnings[persistence]);
}
