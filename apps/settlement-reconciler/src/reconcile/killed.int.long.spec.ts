import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProofDocument } from '@jeongsan/books';
import { booksAreSound, eventually, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { readStoredProof, replayProof } from '../prove-night/replay-proof.js';
import { listCorrectly, NIGHT, type Sale, sell } from '../testing/market-day.js';
import { breaksOf, count } from '../testing/night.js';
import { WrongProvider } from '../testing/wrong-provider.js';

jest.setTimeout(300_000);
const ENTRY = join(import.meta.dirname, '../../dist/testing/bundle/night.main.js');
const PATIENCE = { timeoutMs: 60_000 };
let provider: WrongProvider;
let databases: TestDatabase[];
beforeEach(() => {
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

/** A database with the sales of a day, of which the provider lists one with another amount and one not at all. */
async function aMarket(): Promise<TestDatabase> {
  const database = await testDatabase();
  databases.push(database);
  const sales: Sale[] = [];
  for (let i = 1; i <= 12; i += 1) sales.push(await sell(database.db, `sale${i}`, BigInt(i) * 10_000n));
  if (databases.length > 1) return database;
  listCorrectly(provider, sales);
  provider.transactions.splice(3, 1);
  const [wrong] = provider.transactions;
  if (wrong) wrong.amount += 7;
  return database;
}

const start = (database: TestDatabase, url: string): ChildProcess =>
  spawn(process.execPath, [ENTRY, database.url, url, NIGHT], { stdio: 'ignore' });
const ended = async (child: ChildProcess): Promise<number | null> => {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

/** What a night says, without the ids and times that each database makes for itself. */
async function resultOf({ db }: TestDatabase) {
  const { document } = await readStoredProof(db, NIGHT, undefined);
  const { state, number, equations } = JSON.parse(document) as ProofDocument;
  const said = equations.map(({ name, day, currency, sides, difference, verdict, lines }) => ({
    ...{ name, day, currency, sides, difference, verdict },
    lines: lines.map(({ subject, expected, found, cause, breakClass }) => ({
      subject,
      expected,
      found,
      cause,
      breakClass,
    })),
  }));
  return { state, number, said, breaks: await breaksOf(db) };
}

/** Holds a table against writers until the night waits for it, and kills the night there: its transaction has begun and has written what comes before. */
async function killAtTable(database: TestDatabase, url: string, table: string): Promise<number | null> {
  const waiting = `pg_locks where not granted and relation = '${table}'::regclass and database = (select oid from pg_database where datname = current_database())`;
  const { db } = database;
  const exit = await db.transaction(async (tx) => {
    await tx.query(`lock table ${table} in exclusive mode`);
    const child = start(database, url);
    const end = ended(child);
    await eventually(async () => expect(await count(db, waiting)).toBeGreaterThan(0), PATIENCE);
    child.kill('SIGKILL');
    return end;
  });
  await eventually(
    async () =>
      expect(
        await count(db, `pg_stat_activity where datname = current_database() and application_name = 'night'`),
      ).toBe(0),
    PATIENCE,
  );
  return exit;
}

test.each([
  ['the match', ['reconciliation.break', 'messaging.outbox']],
  ['the proof', ['reconciliation.proof_input', 'reconciliation.proof']],
])('a night that is killed in %s again and again ends with the same result', async (_, tables) => {
  const url = await provider.start();
  const calm = await aMarket();
  expect(await ended(start(calm, url))).toBe(0);
  const expected = await resultOf(calm);
  expect(expected.breaks.length).toBeGreaterThan(1);
  expect(expected.state).toBe('UNPROVEN');

  const killed = await aMarket();
  // Twice at each table: the second night meets what the first one left.
  for (const table of tables)
    for (let time = 1; time <= 2; time += 1) expect(await killAtTable(killed, url, table)).toBeNull();
  expect(await ended(start(killed, url))).toBe(0);
  expect(await resultOf(killed)).toEqual(expected);
  expect(await count(killed.db, 'reconciliation.proof')).toBe(1);
  expect(await replayProof(killed.db, NIGHT, undefined)).toMatchObject({ same: true });
});
