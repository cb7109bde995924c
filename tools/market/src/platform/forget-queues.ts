import { connectPublisher, QUEUE_PREFIX, serversOf } from '@jeongsan/queues';
import type { Redis } from 'ioredis';

const KEYS_PER_STEP = 1_000;

/**
 * Deletes the platform's queues from Redis, and no other keys. In a new database job numbers begin at 1 again, and a queue that
 * remembers an old number would drop the new job.
 */
export async function forgetQueues(redisUrl: string): Promise<void> {
  const redis = await connectPublisher(redisUrl);
  try {
    await Promise.all(serversOf(redis).map(forgetIn));
  } finally {
    redis.disconnect();
  }
}

async function forgetIn(server: Redis): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await server.scan(cursor, 'MATCH', `${QUEUE_PREFIX}:*`, 'COUNT', KEYS_PER_STEP);
    if (keys.length > 0) await server.unlink(...keys);
    cursor = next;
  } while (cursor !== '0');
}
