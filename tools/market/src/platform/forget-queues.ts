import { Redis } from 'ioredis';

const KEYS_PER_STEP = 1_000;

/**
 * Deletes the platform's queues from Redis, and no other keys. In a new database job numbers begin at 1 again, and a queue that
 * remembers an old number would drop the new job.
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
