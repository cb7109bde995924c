import { connectDatabase } from '@jeongsan/database';
import { FaultProxy, testDatabase, type Tap } from './index.js';

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const ENDED = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

function message(kind: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(content)]);
}

/** Postgres says that a new session is ready and, in the same bytes, that an administrator ended it. */
const endedWhenReady = (applies: () => boolean) => (): Tap => {
  let seen = false;
  return {
    fromClient: () => 'pass',
    fromServer: (bytes) => {
      if (seen || !bytes.subarray(-READY.length).equals(READY)) return 'pass';
      seen = true;
      return applies() ? Buffer.concat([bytes, ENDED]) : 'pass';
    },
  };
};

test('a session that ends as it begins fails its statement and ends nothing else', async () => {
  const database = await testDatabase();
  let isStruck = false;
  const proxy = await FaultProxy.open(
    database.url,
    endedWhenReady(() => isStruck),
  );
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', note);
  const db = await connectDatabase({ url: proxy.url, poolSize: 3, applicationName: 'session-ended' });
  try {
    isStruck = true;
    const busy = Array.from({ length: 3 }, () => db.query('select pg_sleep(0.1)'));
    const ends = await Promise.allSettled(busy);
    expect(ends.map(({ status }) => status)).toContain('rejected');
    isStruck = false;
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
    await db.destroy();
    await proxy.close();
    await database.drop();
  }
});
