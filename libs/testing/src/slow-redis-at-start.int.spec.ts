import { setTimeout as pause } from 'node:timers/promises';
import { enqueue, setClock, transaction } from '@jeongsan/database';
import { eventually, FaultProxy, testDatabase, testRedis } from './index.js';
import { jobsApp, Script } from './jobs-app.js';

jest.setTimeout(60_000);
const EARLY = new Date('2026-11-26T23:59:00Z'); // 08:59 in Seoul
/** Longer than the five seconds after which a command that Redis does not answer has failed. */
const SILENCE_MS = 6_000;

test('a service that started while Redis did not answer publishes its jobs when Redis answers again', async () => {
  const [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, EARLY, new Date());
  let isStarted = false;
  const wire: FaultProxy = await FaultProxy.open(redis.url, () => ({
    fromClient: () => 'pass',
    fromServer: (bytes) => {
      // The last answer that a start waits for is the section `server` alone: from then on, Redis is silent.
      const isLast = bytes.includes('uptime_in_seconds') && !bytes.includes('# Clients');
      if (isLast && !isStarted) setImmediate(() => wire.set('half-open'));
      isStarted ||= isLast;
      return 'pass';
    },
  }));
  const app = await jobsApp({ databaseUrl: database.url, redisUrl: wire.url, script: new Script(), role: 'http' });
  try {
    await transaction(database.db, (tx) => enqueue(tx, 'seller.register', { sellerId: 'patient' }, EARLY));
    await pause(SILENCE_MS);
    expect(wire.struck).toBeGreaterThan(0);
    wire.restore();
    const published = () =>
      database.db.query<object[]>('select published_at is not null as published from messaging.outbox');
    await eventually(async () => expect(await published()).toEqual([{ published: true }]), { timeoutMs: 20_000 });
  } finally {
    wire.restore();
    await app.close();
    await wire.close();
    await database.drop();
    await redis.close();
  }
});
