import { setTimeout as pause } from 'node:timers/promises';
import { enqueue, setClock, transaction } from '@jeongsan/database';
import { eventually, FaultProxy, testDatabase, testRedis, type Weather } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(60_000);
const EARLY = new Date('2026-11-26T23:59:00Z'); // 08:59 in Seoul
/** Longer than the five seconds after which a command that Redis does not answer has failed. */
const OUTAGE_MS = 6_000;

test('a service that started while Redis did not answer publishes its jobs when Redis answers again', () =>
  comesToLife('half-open', 'http', { published: true }));
test('a service that started while Redis did not answer runs its jobs when Redis answers again', () =>
  comesToLife('half-open', 'all', { done: true }));
test('a service that started while Redis was away runs its jobs when Redis is back', () =>
  comesToLife('refuse', 'all', { done: true }));

async function comesToLife(weather: Weather, role: 'http' | 'all', expected: object): Promise<void> {
  const [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, EARLY, new Date());
  let isStarted = false;
  const wire: FaultProxy = await FaultProxy.open(redis.url, () => ({
    fromClient: () => 'pass',
    fromServer: (bytes) => {
      // The last answer that a start waits for is the section `server` alone. The weather changes after it.
      const isLast = bytes.includes('uptime_in_seconds') && !bytes.includes('# Clients');
      if (isLast && !isStarted) setImmediate(() => wire.set(weather));
      isStarted ||= isLast;
      return 'pass';
    },
  }));
  const app = await jobsApp({ databaseUrl: database.url, redisUrl: wire.url, script: new Script(), role });
  try {
    await transaction(database.db, (tx) => enqueue(tx, 'seller.register', { sellerId: 'patient' }, EARLY));
    await pause(OUTAGE_MS);
    expect(wire.struck).toBeGreaterThan(0);
    wire.restore();
    const job = () =>
      database.db.query<object[]>(
        'select published_at is not null as published, done_at is not null as done from messaging.outbox',
      );
    await eventually(async () => expect(await job()).toEqual([expect.objectContaining(expected)]), {
      timeoutMs: 20_000,
    });
  } finally {
    wire.restore();
    await app.close();
    await wire.close();
    await database.drop();
    await redis.close();
  }
}
