import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { booksAreSound, eventually, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { listCorrectly, NIGHT, refund, type Sale, sell } from '../testing/market-day.js';
import { breaksOf, count } from '../testing/night.js';
import { stagingOf } from '../testing/staging.js';
import { WrongProvider } from '../testing/wrong-provider.js';

jest.setTimeout(300_000);
const ENTRY = join(import.meta.dirname, '../../dist/testing/bundle/night.main.js');
let provider: WrongProvider;
let databases: TestDatabase[];
beforeEach(async () => {
  databases = [];
  provider = new WrongProvider();
});
afterEach(async () => {
  await provider.stop();
  for (const database of databases) {
    await booksAreSound(database.db);
    await database.drop();
  }
});

/** A database with the sales of a day: 16 rows, 6 pages in each listing. */
async function aMarket(): Promise<TestDatabase> {
  const database = await testDatabase();
  databases.push(database);
  const sales: Sale[] = [];
  for (let i = 1; i <= 14; i += 1) sales.push(await sell(database.db, `sale${i}`, BigInt(i) * 10_000n));
  const refunds = [
    await refund(database.db, sales[0] as Sale, 'back1', 400n),
    await refund(database.db, sales[9] as Sale, 'back2', 1_000n),
  ];
  if (databases.length === 1) listCorrectly(provider, [...sales, ...refunds]);
  return database;
}

const start = (database: TestDatabase, url: string, tries = 1): ChildProcess =>
  spawn(process.execPath, [ENTRY, database.url, url, NIGHT, String(tries)], { stdio: 'ignore' });
const ended = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

// The kill meets a page on its way (0 ms), a page being stored, or the next one already requested.
test.each([0, 8, 40])(
  'a night that is killed %i ms after each of its requests in turn ends with the same bytes',
  async (ms) => {
    const url = await provider.start();
    const calm = await aMarket();
    expect(await ended(start(calm, url))).toBe(0);
    const expected = await stagingOf(calm.db);

    const killed = await aMarket();
    const seen = new Set<string>();
    let child: ChildProcess | undefined;
    let dying: ChildProcess | undefined;
    // A night with a kill on its way gets no further answer: how many kills it needs does not depend on the machine's speed.
    provider.instead = ({ pathname, search }) => {
      const victim = child;
      if (victim && dying === victim) return true;
      if (!pathname.startsWith('/v1/') || seen.has(search)) return false;
      seen.add(search);
      dying = victim;
      void sleep(ms).then(() => victim?.kill('SIGKILL'));
      return ms === 0;
    };
    let deaths = 0;
    for (let code: number | null = null; code !== 0; deaths += code === 0 ? 0 : 1) {
      if (deaths > 30) throw new Error('The night does not end');
      child = start(killed, url);
      code = await ended(child);
    }
    expect(await stagingOf(killed.db)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(2 * 16);
    expect(deaths).toBeGreaterThan(6);
    expect(await breaksOf(killed.db)).toEqual([]);
  },
);

test('a page that comes after 61 seconds is waited for, and so is a Retry-After of 12', async () => {
  const url = await provider.start();
  const market = await aMarket();
  let hurried = false;
  provider.instead = (request, answer, response) => {
    if (request.pathname === '/v1/settlements' && !hurried) {
      hurried = true;
      return !!response.writeHead(429, { 'retry-after': '12' }).end('{}');
    }
    if (!request.search.includes('startingAfter=txn-sale3')) return false;
    setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), 61_000);
    return true;
  };
  const night = ended(start(market, url, 2));
  const waitsFor = (what: string) =>
    eventually(
      async () =>
        expect(
          await count(market.db, `reconciliation.download where waiting_for = '${what}' and waiting_until > now()`),
        ).toBe(1),
      { timeoutMs: 90_000 },
    );
  await waitsFor('answer');
  await waitsFor('rate limit');
  expect(await night).toBe(0);
  expect(await count(market.db, 'reconciliation.transaction')).toBe(16);
  expect(await count(market.db, 'reconciliation.settlement')).toBe(16);
  expect(await breaksOf(market.db)).toEqual([]);
});
