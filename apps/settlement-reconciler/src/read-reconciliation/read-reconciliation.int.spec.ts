import { testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { type BreakFilters, listBreaks, totalBreaks } from './list-breaks.js';
import { listBalanceProofs } from './list-proofs.js';
import { readRun } from './read-run.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await db.query(
    `insert into reconciliation.break (class, subject, business_date, opened_at, state, resolved_at, amount, seller_id, changed_at, medium_at, high_at, critical_at, due_at)
     select 'MISSING_SETTLEMENT', 'txn-' || i, '2026-11-19', o.at, case when i % 4 = 0 then 'CLOSED' else 'OPEN' end, case when i % 4 = 0 then now() end,
            i * 1000, 'seller-' || i % 10, o.at, t.*
       from generate_series(0, 99) i cross join lateral (select timestamptz '2026-11-18T18:00Z' + (i / 10) * interval '1 minute' as at) o
      cross join lateral reconciliation.severity_times(i * 1000, 'KRW', o.at) t order by random()`,
  );
  await db.query(
    `insert into reconciliation.balance_proof (business_date, ledger_pending, ledger_available, in_flight, provider_pending, provider_available, taken_at)
     select date '2026-11-01' + i, i, 0, 0, i, 0, now() from generate_series(0, 9) i`,
  );
}, 60_000);
afterAll(() => database.drop());

type Page<T> = { items: T[]; nextCursor: string | null };
async function all<T>(read: (after: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let after: string | undefined, pages = 0; pages < 100; pages += 1) {
    const page = await read(after);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    after = page.nextCursor;
  }
  throw new Error('The pages do not end');
}
const NOW = new Date('2026-11-19T18:04:30Z');
const paging = (query: BreakFilters) =>
  all((after) => listBreaks(db, { ...query, limit: 7, ...(after !== undefined && { after }) }, NOW));

test('breaks come page by page, oldest first, each once', async () => {
  const items = await paging({});
  expect(items).toHaveLength(100);
  expect(new Set(items.map((b) => b.subject)).size).toBe(100);
  expect(items.map((b) => b.openedAt.getTime())).toEqual(items.map((b) => b.openedAt.getTime()).sort((a, b) => a - b));
});

test('breaks can be asked for by whether they are open', async () => {
  expect(await paging({ open: 'true' })).toHaveLength(75);
  expect(await paging({ open: 'false' })).toHaveLength(25);
  expect((await listBreaks(db, { open: 'true' }, NOW)).nextCursor).toBeNull();
});

// prettier-ignore
test.each<[BreakFilters, number]>([
  [{ class: 'MISSING_SETTLEMENT' },                         100],
  [{ class: 'LEDGER' },                                       0],
  [{ state: 'CLOSED' },                                      25],
  [{ excepted: 'true' },                                      0],
  [{ severity: 'HIGH' },                                     90], // 10,000 to 99,000
  [{ minAgeHours: 24 },                                      50],
  [{ overdue: 'true' },                                       0],
  [{ owner: 'none', open: 'true' },                          75],
  [{ owner: 'person:kim' },                                   0],
  [{ day: '2026-11-19' },                                   100],
  [{ day: '2026-11-18' },                                     0],
  [{ seller: 'seller-3' },                                   10],
  [{ seller: 'seller-3', severity: 'MEDIUM' },                1],
  [{ order: 'o' },                                            0],
  [{ payment: 'p' },                                          0],
])('breaks with %j: %i', async (filters, count) => {
  expect(await paging(filters)).toHaveLength(count);
  const { items } = await totalBreaks(db, filters, NOW);
  expect(items.reduce((sum, one) => sum + one.count, 0)).toBe(count);
});

test('totals by class and state', async () => {
  const of = { class: 'MISSING_SETTLEMENT', currency: 'KRW', unknownAmounts: 0 };
  expect((await totalBreaks(db, {}, NOW)).items).toEqual([
    { ...of, state: 'CLOSED', count: 25, amount: 1_200_000n },
    { ...of, state: 'OPEN', count: 75, amount: 3_750_000n },
  ]);
});

test('proofs come page by page, newest first', async () => {
  const items = await all((after) => listBalanceProofs(db, { limit: 3, ...(after !== undefined && { after }) }));
  expect(items.map((p) => p.businessDate)).toEqual(
    ['10', '09', '08', '07', '06', '05', '04', '03', '02', '01'].map((d) => `2026-11-${d}`),
  );
  expect(items[0]).toMatchObject({ ledgerPending: 9n, providerPending: 9n, proven: true });
});

test('a night that never was is refused', async () => {
  await expect(readRun(db, '2026-11-19')).rejects.toMatchObject({ code: 'RECONCILIATION_NOT_FOUND', status: 404 });
});

test('a run tells what it read of the day before and how many breaks are open', async () => {
  await db.query(`insert into reconciliation.run values ('2026-11-19', 'posting', now(), null)`);
  await db.query(
    `insert into reconciliation.download (business_date, source, day, pass, rows) values
       ('2026-11-19', 'transactions', '2026-11-18', 1, 12), ('2026-11-19', 'transactions', '2026-11-16', 1, 99),
       ('2026-11-19', 'settlements-sold', '2026-11-18', 1, 11), ('2026-11-19', 'settlements-sold', '2026-11-18', 2, 11),
       ('2026-11-19', 'settlements-paid', '2026-11-19', 1, 5)`,
  );
  expect(await readRun(db, '2026-11-19')).toEqual({
    businessDate: '2026-11-19',
    state: 'posting',
    transactions: 12,
    settlements: 11,
    openBreaks: 75,
    exceptedBreaks: 0,
    finishedAt: null,
  });
});
