import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detachMonth, exportMonth, sealLedger, sealMonth } from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { connectDatabase } from '@jeongsan/database';
import { booksAreSound, eventually, sellerHas, testDatabase } from '@jeongsan/testing';
import { readTrialBalance } from '../read-reconciliation/read-trial-balance.js';
import { reportMonth } from '../months/report-month/read-report.js';
import { dailyBalances } from './daily-balances.js';
import { listEntries } from './list-entries.js';
import { readPosting } from './list-postings.js';
import { readAccountBalance } from './read-account-balance.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-08-01T00:00:00Z');
const PAYABLE = 'seller:a:payable';
const krw = { currency: 'KRW' } as const;

test('sealed and detached months change no answer about later times, and say so about earlier ones', async () => {
  const database = await testDatabase();
  const db = await connectDatabase({
    url: database.urlOf('settlement-reconciler'),
    poolSize: 4,
    applicationName: 'test',
  });
  const payable = async (limit: number) => (await listEntries(db, { ...krw, account: PAYABLE, limit })).items;
  await sellerHas(database.db, 'a', 1_000n, instantAt('2026-05-10', '12:00:00'));
  await sellerHas(database.db, 'b', 70n, instantAt('2026-05-20', '12:00:00'));
  await sellerHas(database.db, 'a', 200n, instantAt('2026-06-01', '00:00:00'));
  await sellerHas(database.db, 'a', 30n, instantAt('2026-07-02', '12:00:00'));
  const at = instantAt('2026-06-20', '00:00:00');
  const before = [
    await readAccountBalance(db, PAYABLE, { ...krw, at }, NOW),
    await readTrialBalance(db, at, NOW),
    await dailyBalances(db, '2026-06-01', '2026-06-30'),
    (await payable(100)).slice(1),
  ];
  await database.db.query(`select ledger.open_books_from(ledger.month_start('2026-06-01'))`);
  await eventually(async () => {
    await sealLedger(database.db);
    await sealMonth(database.db, '2026-05', NOW);
  });
  const folder = mkdtempSync(join(tmpdir(), 'jeongsan-ledger-'));
  expect(await exportMonth(database.db, '2026-05', folder, NOW)).toEqual([]);
  rmSync(folder, { recursive: true });
  const [first] = await payable(1);
  await detachMonth(database.db, '2026-05', NOW);
  expect([
    await readAccountBalance(db, PAYABLE, { ...krw, at }, NOW),
    await readTrialBalance(db, at, NOW),
    await dailyBalances(db, '2026-06-01', '2026-06-30'),
    await payable(100),
  ]).toEqual(before);
  const then = { ...krw, at: instantAt('2026-05-15', '00:00:00') };
  const detached = { code: 'LEDGER_MONTH_DETACHED', status: 409 };
  await expect(readAccountBalance(db, PAYABLE, then, NOW)).rejects.toMatchObject(detached);
  await expect(readTrialBalance(db, then.at, NOW)).rejects.toMatchObject(detached);
  await expect(dailyBalances(db, '2026-05-01', '2026-05-31')).rejects.toMatchObject(detached);
  await expect(reportMonth(db, '2026-05', NOW)).rejects.toMatchObject({ code: 'MONTH_DETACHED', status: 409 });
  expect(await readPosting(db, first?.postingId ?? '')).toMatchObject({ month: 'DETACHED', entryCount: 0, legs: [] });
  await database.db.query(`select ledger.attach_month('2026-05-01')`);
  await booksAreSound(database.db);
  await db.destroy();
  await database.drop();
});
