import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { redisServerUrl } from './env.js';

export type TestRedis = Readonly<{
  url: string;
  /** Deletes all keys of this test, as a crash of a Redis without persistence would. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}>;

// Redis has 16 numbered databases; database 0 records which test uses which.
const NUMBERS = Array.from({ length: 15 }, (_, index) => index + 1);
const LEASE_S = 600;
const PATIENCE_MS = 60_000;

/** Reserves an empty numbered database of the test Redis for this test file. */
export async function testRedis(): Promise<TestRedis> {
  const registry = new Redis(redisServerUrl());
  const owner = randomUUID();
  const number = await lease(registry, owner);
  const url = new URL(redisServerUrl());
  url.pathname = `/${number}`;
  const redis = new Redis(url.toString());
  await redis.flushdb();
  return {
    url: url.toString(),
    flush: async () => void (await redis.flushdb()),
    close: async () => {
      await redis.flushdb();
      await registry.del(leaseKey(number));
      redis.disconnect();
      registry.disconnect();
    },
  };
}

const leaseKey = (number: number): string => `test-database:${number}`;

async function lease(registry: Redis, owner: string): Promise<number> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += 100) {
    for (const number of NUMBERS) {
      if (await registry.set(leaseKey(number), owner, 'EX', LEASE_S, 'NX')) return number;
    }
    await pause(100);
  }
  registry.disconnect();
  throw new Error(`No numbered Redis database became free within ${PATIENCE_MS} ms`);
}
