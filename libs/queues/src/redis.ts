import { Redis, type RedisOptions } from 'ioredis';

/** Queue keys share a hash tag, so that a Redis Cluster keeps each queue's keys together. */
export const QUEUE_PREFIX = '{jeongsan}';

const CONNECT_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 5_000;
const RECONNECT_CAP_MS = 2_000;

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
