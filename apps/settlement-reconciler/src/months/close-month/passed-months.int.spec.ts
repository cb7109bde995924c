import { sellerHas, emptyDatabase } from '@jeongsan/testing';
import { readMonths } from '../read-months/read-months.js';

const NOW = new Date('2026-07-03T10:00:00+09:00');

test('months that an earlier release passed over get the balances before them; months with postings do not', async () => {
  const database = await emptyDatabase();
  const { db } = database;
  const at = db.migrations.findIndex((m) => m.name?.startsWith('ClosedAsAsked'));
  const runner = db.createQueryRunner();
  const run = async (from: number, to?: number) => {
    await runner.startTransaction();
    for (const migration of db.migrations.slice(from, to)) await migration.up(runner);
    await runner.commitTransaction();
  };
  await run(0, at);
  await db.query(
    `insert into reconciliation.month (month, state, closed_at, postings, entries, balances_hash)
     values ('2026-01-01', 'CLOSED', '2026-02-02', 1, 2, 'january'), ('2026-02-01', 'OPEN', null, null, null, null),
            ('2026-04-01', 'CLOSED', '2026-05-02', 3, 4, 'april'), ('2026-06-01', 'CLOSED', '2026-07-02', 5, 6, 'june')`,
  );
  await sellerHas(db, 'acme', 500n, new Date('2026-05-10T12:00:00+09:00'));
  await db.query(`select ledger.open_books_from('2026-07-01T00:00:00+09:00')`);
  await run(at);
  await runner.release();
  const { items } = await readMonths(db, {}, NOW);
  expect(items.map(({ month, state, closedAt, figures }) => [month, state, closedAt, figures?.balancesHash])).toEqual([
    ['2026-07', 'OPEN', null, undefined],
    ['2026-06', 'CLOSED', new Date('2026-07-02'), 'june'],
    ['2026-05', 'CLOSED', null, undefined],
    ['2026-04', 'CLOSED', new Date('2026-05-02'), 'april'],
    ['2026-03', 'CLOSED', new Date('2026-05-02'), 'january'],
    ['2026-02', 'CLOSED', new Date('2026-05-02'), 'january'],
    ['2026-01', 'CLOSED', new Date('2026-02-02'), 'january'],
  ]);
  await database.drop();
}, 60_000);
