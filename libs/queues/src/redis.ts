import { Logger } from '@nestjs/common';
import { Cluster, type Redis } from 'ioredis';
import { patientRedis } from './patient-redis.js';
import { hostsOf, redisAt, serversOf, type AnyRedis } from './redis-address.js';

/** Queue keys share a hash tag, so that a Redis Cluster stores the keys of one queue on one node. */
export const QUEUE_PREFIX = '{jeongsan}';

const START_TIMEOUT_MS = 15_000;
const COMMAND_TIMEOUT_MS = 5_000;
/** INFO gives the times of starts and saves in whole seconds. */
const START_GRACE_S = 2;

/** Options for publishing and probes: fail at once when Redis is away. */
export async function connectPublisher(url: string): Promise<AnyRedis> {
  const redis = redisAt(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  // ioredis emits an error for each failed attempt to connect; readiness and the relay log the outage once.
  redis.on('error', () => undefined);
  try {
    await firstConnection(redis).catch((cause: unknown) => {
      throw new Error(`Redis does not answer at ${hostsOf(url)}`, { cause });
    });
    await Promise.all(serversOf(redis).map(refuseEviction));
    await warnOfLoss(redis);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

/** Sentinels and clusters are retried without end, so a start needs a time limit of its own. */
async function firstConnection(redis: AnyRedis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS);
  });
  await Promise.race([redis.connect(), late]).finally(() => clearTimeout(timer));
}

/** Options for workers: they wait in Redis for jobs, and reconnect without end. */
export function workerConnection(url: string): AnyRedis {
  const connection = redisAt(url, { maxRetriesPerRequest: null });
  const redis = connection instanceof Cluster ? connection : patientRedis(connection);
  redis.on('error', () => undefined);
  return redis;
}

/** Throws when Redis may evict keys, since eviction drops jobs silently. Reads INFO, because managed services forbid CONFIG. */
async function refuseEviction(server: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await server.info('memory'))?.[1];
  if (policy !== 'noeviction') {
    throw new Error(
      `Redis maxmemory-policy is ${policy ?? 'unknown'}: set it to noeviction, or queues lose jobs under memory pressure`,
    );
  }
}

/** What Redis keeps over a restart: a log of all writes, snapshots at intervals, or nothing. */
export type Persistence = 'aof' | 'snapshots' | 'none';

/**
 * A warning at the start and in readiness, not a refusal: Postgres has every job, and lost jobs are published again within a
 * minute.
 */
export const persistenceWarnings = {
  none: 'Redis keeps nothing (no AOF, no RDB snapshot since it started): when it dies, every job waits to be published again. Set appendonly yes',
  snapshots:
    'Redis keeps RDB snapshots only: when it dies, the jobs since the last one wait to be published again. Set appendonly yes',
} as const satisfies Record<Exclude<Persistence, 'aof'>, string>;

/** The weakest durability of all servers. Reads INFO, because managed services forbid CONFIG. */
export async function persistenceOf(redis: AnyRedis): Promise<Persistence> {
  const kept = await Promise.all(
    serversOf(redis).map(async (server) =>
      persistenceIn(`${await server.info('persistence')}\n${await server.info('server')}`),
    ),
  );
  if (kept.length === 0) throw new Error('Redis has no primary that is known');
  return (['none', 'snapshots'] as const).find((least) => kept.includes(least)) ?? 'aof';
}

/**
 * INFO does not show whether snapshots are configured, only whether one was saved since the start: before the first one, the
 * result is "nothing".
 */
export function persistenceIn(info: string): Persistence {
  const number = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  if (number('aof_enabled') === 1) return 'aof';
  // After its start, Redis reports the start as the time of the last save.
  const startedAt = number('server_time_usec') / 1e6 - number('uptime_in_seconds');
  return number('rdb_last_save_time') > startedAt + START_GRACE_S ? 'snapshots' : 'none';
}

async function warnOfLoss(redis: AnyRedis): Promise<void> {
  const persistence = await persistenceOf(redis);
  if (persistence !== 'aof') new Logger('Redis').warn(persistenceWarnings[persistence]);
}
