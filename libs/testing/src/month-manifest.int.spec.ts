import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportMonth, reproveMonth, sealLedger, sealMonth } from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { eventually } from './eventually.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { sellerHas } from './worlds.js';

jest.setTimeout(90_000);
const NOW = new Date('2026-09-01T00:00:00Z');
const month = '2026-05';
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jeongsan-manifest-'));
  database = await testDatabase();
  const { db } = database;
  await sellerHas(db, 'a', 1_000n, instantAt('2026-05-10', '12:00:00'));
  await db.query(`update ledger.open_period set open_from = ledger.month_start('2026-06-01')`);
  // The chain of seals waits for older transactions of the whole server, other tests included.
  await eventually(
    async () => {
      await sealLedger(db);
      await sealMonth(db, month, NOW);
    },
    { timeoutMs: 30_000 },
  );
  expect(await exportMonth(db, month, folder, NOW)).toEqual([]);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

test.each([
  ['month', '2026-04'],
  ['postings', '77'],
  ['entries', '77'],
  ['hash', '00'],
])('another %s in the manifest of an exported month is named, with the database and without', async (member, found) => {
  const manifest = join(folder, month, 'month.json');
  const stated = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, JSON.stringify({ ...(JSON.parse(stated) as object), [member]: found }));
  const { db } = database;
  const differences = [
    await reproveMonth(join(folder, month), { db, month }),
    await reproveMonth(join(folder, month), { month }),
  ];
  writeFileSync(manifest, stated);
  expect(differences).toEqual([
    [{ subject: `month.json/${member}`, expected: expect.any(String) as string, found }],
    [expect.anything()],
  ]);
  expect(await reproveMonth(join(folder, month), { month })).toEqual([]);
});

test('files are re-proved without a change of their folder: an archive can be read-only', async () => {
  const changed = () => statSync(join(folder, month), { bigint: true }).mtimeNs;
  const before = changed();
  expect(await reproveMonth(join(folder, month), { db: database.db, month })).toEqual([]);
  expect(changed()).toBe(before);
});
