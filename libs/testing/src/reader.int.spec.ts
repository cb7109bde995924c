import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detachMonth, sealLedger, sealMonth } from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { applyGrants, connectDatabase } from '@jeongsan/database';
import { eventually } from './eventually.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { sellerHas } from './worlds.js';

jest.setTimeout(90_000);
const NOW = new Date('2026-09-01T00:00:00Z');
const root = join(__dirname, '../../..');
/** All test databases of a server share its roles. */
const reader = `reader_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await db.query(readFileSync(join(root, 'deploy/reader.sql'), 'utf8').replaceAll('jeongsan_reader', reader));
  await db.query(`alter role ${reader} password 'of-a-test'`);
  await sellerHas(db, 'a', 1_000n, instantAt('2026-05-10', '12:00:00'));
  await sellerHas(db, 'a', 200n, instantAt('2026-06-10', '12:00:00'));
  for (const month of ['2026-05', '2026-06'] as const) {
    await db.query(`update ledger.open_period set open_from = ledger.month_start(ledger.next_month($1))`, [
      `${month}-01`,
    ]);
    // The chain of seals waits for older transactions of the whole server, other tests included.
    await eventually(
      async () => {
        await sealLedger(db);
        await sealMonth(db, month, NOW);
      },
      { timeoutMs: 30_000 },
    );
  }
  await db.query(`select ledger.mark_exported('2026-05-01', $1)`, [NOW]);
  await detachMonth(db, '2026-05', NOW);
});
afterAll(async () => {
  await database.db.query(`drop owned by ${reader}`);
  await database.db.query(`drop role ${reader}`);
  await database.drop();
});

const urlOfReader = (): string => {
  const url = new URL(database.url);
  [url.username, url.password] = [reader, 'of-a-test'];
  return url.toString();
};
const books = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools/books/dist/bundle/main.js'), ...args], {
    encoding: 'utf8',
    env: { DATABASE_URL: urlOfReader() },
  });

test('the reader of deploy/reader.sql verifies all books, also of sealed and detached months', () => {
  const { status, stderr } = books('verify', '--seals');
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('sound') as string });
});

test('the next migration leaves the reader its rights', async () => {
  await applyGrants(database.db, 'jeongsan_test');
  expect(books('verify').status).toBe(0);
});

test('the reader changes nothing, and is told in one line what it lacks', async () => {
  const { status, stderr } = books('months', 'attach', '2026-05');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The login of DATABASE_URL lacks a right: permission denied for function attach_month\n',
  });
  const db = await connectDatabase({ url: urlOfReader(), poolSize: 1, applicationName: 'reader' });
  await expect(db.query(`update ledger.account set balance = balance`)).rejects.toThrow('permission denied');
  await db.destroy();
});
