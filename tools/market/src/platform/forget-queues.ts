import { Redis } from 'ioredis';

const KEYS_PER_STEP = 1_000;

/**
 * Removes the platform's queues from Redis, and nothing else that may live there: in a new database the jobs are numbered from 1
 * again, and a queue that remembers an old number would drop the new job.
 */
export async function forgetQueues(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 3 });
  await redis.connect();
  try {
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'MATCH', '{jeongsan}:*', 'COUNT', KEYS_PER_STEP);
      if (keys.length > 0) await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== '0');
  } finally {
    redis.disconnect();
  }
}
