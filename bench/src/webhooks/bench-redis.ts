import { Redis } from 'ioredis';

const MARK = 'jeongsan:bench';

export async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    return /^(?:redis|valkey)_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}

/** A Redis that may be emptied between rounds, so that one side's jobs do not weigh on the next. */
export type BenchRedis = Readonly<{ empty: () => Promise<void>; stop: () => Promise<void> }>;

/** The address of one of Redis's numbered databases. */
export const numbered = (url: string, number: number): string =>
  Object.assign(new URL(url), { pathname: `/${number}` }).toString();

/** Takes a Redis that is empty or was ours before. Throws on any other: those keys are somebody's jobs. */
export async function takeRedis(url: string): Promise<BenchRedis> {
  const redis = new Redis(url);
  const isOurs = (await redis.exists(MARK)) === 1;
  const keys = await redis.dbsize();
  if (!isOurs && keys > 0) {
    redis.disconnect();
    throw new Error(
      `REDIS_URL holds ${keys} keys that are not ours, and measuring empties it: give it one that may be emptied`,
    );
  }
  const empty = async (): Promise<void> => {
    await redis.multi().flushdb().set(MARK, '1').exec();
  };
  await empty();
  return {
    empty,
    stop: async () => {
      await redis.flushdb();
      redis.disconnect();
    },
  };
}
