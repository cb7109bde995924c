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
import { exportEntries } from './export-entries.js';
import { listEntries } from './list-entries.js';
import { listPostings, readPosting } from './list-postings.js';
import { readAccountBalance } from './read-account-balance.js';

jest.setTimeout(240_000);
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
  // Lists of earlier times are refused with the way to the rest; lists from the beginning say what they leave out.
  const [may, june] = [instantAt('2026-05-20', '00:00:00'), instantAt('2026-06-01', '00:00:00')];
  const refused = {
    ...detached,
    detail:
      'The entries of 2026-05 are detached. Attach 2026-05 (npm run books -- months attach 2026-05), or ask from 2026-06-01',
  };
  const all = { ...krw, format: 'csv' } as const;
  for (const asked of [
    () => listEntries(db, { ...krw, account: PAYABLE, from: may }),
    () => listEntries(db, { ...krw, sellerId: 'b', from: may }),
    () => listPostings(db, { from: may }),
    () => exportEntries(db, { ...all, from: may }),
    () => exportEntries(db, { ...all, sellerId: 'a' }),
    () => exportEntries(db, { format: 'csv', sellerId: 'a' }),
    () => exportEntries(db, all),
  ])
    await expect(asked()).rejects.toMatchObject(refused);
  expect(await listEntries(db, { ...krw, account: PAYABLE })).toMatchObject({ detachedThrough: '2026-05' });
  expect(await listPostings(db, { until: june })).toMatchObject({ items: [], detachedThrough: '2026-05' });
  // Whole are lists from later times, and those of accounts without entries in the detached month.
  expect(await listEntries(db, { ...krw, account: PAYABLE, from: june })).toMatchObject({ detachedThrough: null });
  expect(await listEntries(db, { ...krw, account: 'platform:vat', from: may })).toMatchObject({
    detachedThrough: null,
  });
  await exportEntries(db, { ...all, from: june });
  const [, second] = (await listPostings(db, { from: june, limit: 2 })).items;
  const after = `2026-06:${second?.id}`;
  expect(await listPostings(db, { from: may, after })).toMatchObject({ detachedThrough: null });
  await database.db.query(`select ledger.attach_month('2026-05-01')`);
  expect(await listEntries(db, { ...krw, account: PAYABLE, from: may })).toMatchObject({ detachedThrough: null });
  await booksAreSound(database.db);
  await db.destroy();
  await database.drop();
});
