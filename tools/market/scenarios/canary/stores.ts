import { connectDatabase } from '@jeongsan/database';
import { Redis } from 'ioredis';
import type { Haystack } from './search.js';

/** Every value of every table, by its column. Bytes come as hex. */
export async function databaseColumns(url: string): Promise<Haystack[]> {
  const db = await connectDatabase({ url, poolSize: 1, applicationName: 'canary' });
  try {
    const tables = await db.query<{ name: string }[]>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const columns = new Map<string, string[]>();
    for (const { name } of tables) {
      const rows = await db.query<{ column: string; text: string }[]>(
        `select e.key as "column", e.value #>> '{}' as text from ${name} t, jsonb_each(to_jsonb(t)) e where e.value <> 'null'`,
      );
      for (const { column, text } of rows) {
        const place = `database ${name}.${column}`;
        columns.set(place, [...(columns.get(place) ?? []), text]);
      }
    }
    return [...columns].map(([place, texts]) => ({ place, content: texts.join('\n') }));
  } finally {
    await db.destroy();
  }
}

/** Every key of Redis with all that is under it. */
export async function redisKeys(url: string): Promise<Haystack[]> {
  const redis = new Redis(url);
  try {
    const found: Haystack[] = [];
    for (const key of await redis.keys('*')) {
      found.push({ place: 'redis', content: JSON.stringify([key, await valueOf(redis, key)]) });
    }
    return found;
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.call('zrange', key, '0', '-1');
    case 'stream':
      return redis.call('xrange', key, '-', '+');
    default:
      throw new Error(`Redis has a key of a kind that nobody looks into: ${key}`);
  }
}
