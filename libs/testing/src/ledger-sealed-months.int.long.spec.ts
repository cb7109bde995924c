import { DuckDBInstance } from '@duckdb/node-api';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  attachMonth,
  detachMonth,
  dropMonth,
  exportMonth,
  listMonths,
  MonthRefused,
  reproveMonth,
  restoreMonth,
  retainMonths,
  sealLedger,
  sealMonth,
  verifyLedger,
} from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { postLedger } from '@jeongsan/database';
import { paymentUnallocated } from '@jeongsan/ledger';
import { won } from '@jeongsan/money';
import type { DataSource } from 'typeorm';
import { eventually } from './eventually.js';
import { sellerHas, testDatabase, type TestDatabase } from './index.js';

jest.setTimeout(240_000);
const NOW = new Date('2026-09-01T00:00:00Z');
const PAYABLE = 'seller:a:payable';

let database: TestDatabase;
let db: DataSource;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jeongsan-months-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  await sellerHas(db, 'a', 1_000n, instantAt('2026-05-10', '12:00:00'));
  await sellerHas(db, 'a', 200n, instantAt('2026-05-31', '23:59:59'));
  await sellerHas(db, 'b', 30n, instantAt('2026-06-01', '00:00:00'));
  await sellerHas(db, 'a', 4n, instantAt('2026-07-15', '12:00:00'));
  await db.query('select ledger.make_months($1, 0)', [NOW]);
  await sealAll();
});
afterEach(() => database.drop());

/** Sealing waits for older transactions of the whole server, other tests included. */
const sealAll = () =>
  eventually(
    async () => {
      await sealLedger(db);
      const [books] = await db.query<{ open: bigint }[]>(
        `select (select count(*) from ledger.posting) - (select coalesce(sum(postings), 0)::bigint from ledger.seal) as open`,
      );
      expect(books?.open).toBe(0n);
    },
    { timeoutMs: 30_000 },
  );
const close = (month: string) =>
  db.query(`update ledger.open_period set open_from = greatest(open_from, ledger.month_start(ledger.next_month($1)))`, [
    `${month}-01`,
  ]);
/** Closes and seals a month. */
const seal = async (month: string) => {
  if (/-(0[1-9]|1[0-2])$/.test(month)) await close(month);
  await sealMonth(db, month, NOW);
};
const exported = async (month: string) => {
  await seal(month);
  expect(await exportMonth(db, month, folder, NOW)).toEqual([]);
};
const dropped = async (month: string) => {
  await exported(month);
  await detachMonth(db, month, NOW);
  await dropMonth(db, month);
};
const entries = () => db.query<unknown[]>('select * from ledger.entry order by id');
const state = async (month: string) => (await listMonths(db)).find((row) => row.month === month)?.state;
async function balanceAt(date: string, time = '23:59:59'): Promise<bigint> {
  const [row] = await db.query<{ balance: bigint }[]>(`select ledger.balance_at($1, 'KRW', $2) as balance`, [
    PAYABLE,
    instantAt(date, time),
  ]);
  return -(row?.balance ?? 0n);
}
const dates = ['2026-05-09', '2026-05-10', '2026-05-31', '2026-06-30', '2026-07-14', '2026-07-15', '2026-08-30'];
const balances = () => Promise.all(dates.map((date) => balanceAt(date)));
const EXPECTED = [0n, 1_000n, 1_200n, 1_200n, 1_200n, 1_204n, 1_204n];
/** Changes the past, which only the owner of the database can do. */
const tamper = (sql: string) =>
  db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(sql);
  });
const books = (...args: string[]) => {
  const program = join(__dirname, '../../../tools/books/dist/bundle/main.js');
  const env = { DATABASE_URL: database.url };
  const { status, stdout } = spawnSync(process.execPath, [program, 'months', ...args, '--dir', folder], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout };
};

test('balances of every instant are the same from entries and from sealed months', async () => {
  expect(await balances()).toEqual(EXPECTED);
  await seal('2026-05');
  await seal('2026-06');
  await seal('2026-07');
  expect(await balances()).toEqual(EXPECTED);
});

/** Adds an entry to a month past the functions that post. */
const sneak = (month: string) =>
  db.query(
    `insert into ledger.entry (posting_id, account_code, currency, amount, effective_at)
     select 1, 'unallocated', 'KRW', 1, ledger.month_start($1)`,
    [`${month}-01`],
  );

test('a fact of a sealed month is a correction of the open one; a sealed month takes no entry', async () => {
  await seal('2026-05');
  const unallocated = (paymentId: string, date: string) =>
    paymentUnallocated({ paymentId, amount: won(5n), effectiveAt: instantAt(date, '12:00:00') });
  expect(await postLedger(db, [unallocated('late', '2026-05-31'), unallocated('next', '2026-06-02')])).toHaveLength(2);
  const booked = await db.query<object[]>(
    `select key, effective_at, corrects from ledger.posting where template = 'payment.unallocated' order by key`,
  );
  expect(booked).toEqual([
    {
      key: 'payment.unallocated/late',
      effective_at: instantAt('2026-06-01', '00:00:00'),
      corrects: instantAt('2026-05-31', '12:00:00'),
    },
    { key: 'payment.unallocated/next', effective_at: instantAt('2026-06-02', '12:00:00'), corrects: null },
  ]);
  await expect(sneak('2026-05')).rejects.toThrow('the month 2026-05 is sealed');
});

test('an open month is not sealed, one that is closing neither, and a sealed month is not opened again', async () => {
  const isClosed = (state: string) =>
    db.query(
      `insert into reconciliation.month (month, state, closed_at, postings, entries, balances_hash) values ('2026-05-01', $1, now(), 1, 2, 'h')
       on conflict (month) do update set state = $1`,
      [state],
    );
  await expect(sealMonth(db, '2026-05', NOW)).rejects.toThrow('the month 2026-05 is not closed: close it first');
  await close('2026-05');
  await isClosed('CLOSING');
  await expect(sealMonth(db, '2026-05', NOW)).rejects.toThrow('the month 2026-05 is not closed: close it first');
  await isClosed('CLOSED');
  await sealMonth(db, '2026-05', NOW);
  await expect(db.query(`select ledger.open_books_from(ledger.month_start('2026-05-01'))`)).rejects.toThrow(
    'the month 2026-05 is sealed: its books cannot be opened again',
  );
  await db.query(`select ledger.open_books_from(ledger.month_start('2026-07-01'))`);
  await db.query(`select ledger.open_books_from(ledger.month_start('2026-06-01'))`);
});

// prettier-ignore
test.each([
  ['a month that has not ended',             () => seal('2026-09'),                                    'has not ended'],
  ['a month after one that is open',         () => seal('2026-07'),                                    'seal it first'],
  ['a month that is sealed',                 async () => { await seal('2026-05'); await seal('2026-05'); }, 'is sealed'],
  ['detaching a month that is open',         () => detachMonth(db, '2026-05', NOW),                    'is not sealed'],
  ['detaching a month without files',        async () => { await seal('2026-05'); await detachMonth(db, '2026-05', NOW); }, 'was not exported'],
  ['detaching a month before an older one',  async () => { await exported('2026-05'); await exported('2026-06'); await detachMonth(db, '2026-06', NOW); }, 'older month'],
  ['attaching a month that is there',        async () => { await exported('2026-05'); await attachMonth(db, '2026-05'); }, 'is attached'],
  ['restoring a month that is there',        async () => { await exported('2026-05'); await restoreMonth(db, '2026-05', folder); }, 'is attached'],
  ['restoring a month that has its table',   async () => { await exported('2026-05'); await detachMonth(db, '2026-05', NOW); await restoreMonth(db, '2026-05', folder); }, 'was not dropped'],
  ['restoring a month before a newer one',   async () => { await dropped('2026-05'); await dropped('2026-06'); await restoreMonth(db, '2026-05', folder); }, 'a newer month'],
  ['exporting a month that was dropped',     async () => { await dropped('2026-05'); await exportMonth(db, '2026-05', folder, NOW); }, 'restore it from its files'],
  ['retention with an open month',           () => retainMonths(db, { keep: 1, folder, drop: false, now: NOW }), 'is not sealed'],
  ['something that is no month',             () => seal('2026-13'),                                    'is not a month'],
])('%s is refused', async (_, work, message) => {
  const refused = await work().then(() => undefined, (error: unknown) => error);
  expect(refused).toBeInstanceOf(MonthRefused);
  expect((refused as Error).message).toContain(message);
});

test('a posting that waits for the chain of seals keeps its month open', async () => {
  await sellerHas(db, 'c', 7n, instantAt('2026-05-20', '12:00:00'));
  await expect(seal('2026-05')).rejects.toThrow('the chain of seals does not reach the end of 2026-05');
});

test('a detached month is gone from the entries, and every balance after it is the same', async () => {
  const before = await entries();
  await exported('2026-05');
  await exported('2026-06');
  await detachMonth(db, '2026-05', NOW);
  await detachMonth(db, '2026-06', NOW);
  expect(await entries()).toHaveLength(4);
  const kept = dates.slice(4);
  expect(await Promise.all(kept.map((date) => balanceAt(date)))).toEqual(EXPECTED.slice(4));
  await expect(balanceAt('2026-05-10')).rejects.toThrow('the month 2026-05 is detached');
  expect((await db.transaction('REPEATABLE READ', verifyLedger)).flaws).toEqual([]);

  await attachMonth(db, '2026-06');
  await attachMonth(db, '2026-05');
  expect(await entries()).toEqual(before);
  expect(await balances()).toEqual(EXPECTED);
  await expect(sneak('2026-05')).rejects.toThrow('is sealed');
});

test('a dropped month comes back from its files, row for row', async () => {
  const before = await entries();
  await exported('2026-05');
  await detachMonth(db, '2026-05', NOW);
  await dropMonth(db, '2026-05');
  expect(await state('2026-05')).toBe('DROPPED');
  await expect(attachMonth(db, '2026-05')).rejects.toThrow('restore it from its files');
  expect(await restoreMonth(db, '2026-05', folder)).toEqual([]);
  expect(await entries()).toEqual(before);
  expect(await state('2026-05')).toBe('SEALED');
  await expect(db.query('update ledger.entry set amount = 1')).rejects.toThrow('append-only');
});

test('retention exports and detaches all months but the newest', async () => {
  for (const month of ['2026-05', '2026-06', '2026-07', '2026-08']) await seal(month);
  const done = await retainMonths(db, { keep: 2, folder, drop: true, now: NOW });
  expect(done).toEqual(['2026-05', '2026-06', '2026-07'].map((month) => ({ month, differences: [] })));
  expect(await state('2026-07')).toBe('DROPPED');
  expect(await balanceAt('2026-08-30')).toBe(1_204n);
});

// prettier-ignore
test.each([
  ['a changed amount',        `update ledger.entry set amount = amount * 2 where effective_at < '2026-05-11'`, 'account/provider:receivable KRW'],
  ['a deleted entry',         `delete from ledger.entry where id = (select min(id) from ledger.entry)`,        'account/provider:receivable KRW'],
  ['another business time',   `update ledger.entry set effective_at = effective_at + interval '1 hour' where effective_at < '2026-05-11'`, 'postings 0 to 4095'],
  ['another key of a posting', `update ledger.posting set key = key || '!' where id = 1`,                      'postings 0 to 4095'],
])('%s after the seal is found by the export, which then does not count', async (_, sql, subject) => {
  await seal('2026-05');
  await tamper(sql);
  const [first] = await exportMonth(db, '2026-05', folder, NOW);
  expect(first?.subject).toBe(subject);
  await expect(detachMonth(db, '2026-05', NOW)).rejects.toThrow('was not exported');
});

test('an export that differs leaves the earlier files as they are, and the month no longer counts as exported', async () => {
  await exported('2026-05');
  const files = () =>
    ['entries.parquet', 'postings.parquet', 'month.json', 'balances.csv', 'blocks.csv'].map((name) =>
      readFileSync(join(folder, '2026-05', name)).toString('base64'),
    );
  const sound = files();
  await tamper(`update ledger.entry set amount = amount * 2 where effective_at < '2026-05-11'`);
  expect((await exportMonth(db, '2026-05', folder, NOW)).length).toBeGreaterThan(0);
  expect(files()).toEqual(sound);
  expect(readdirSync(folder).filter((name) => name.startsWith('2026-05'))).toEqual(['2026-05']);
  await expect(detachMonth(db, '2026-05', NOW)).rejects.toThrow('was not exported');
  await tamper(`update ledger.entry set amount = amount / 2 where effective_at < '2026-05-11'`);
  expect(await exportMonth(db, '2026-05', folder, NOW)).toEqual([]);
  await detachMonth(db, '2026-05', NOW);
});

test('a month that was detached earlier is dropped only while its files are what was sealed', async () => {
  for (const month of ['2026-05', '2026-06', '2026-07', '2026-08']) await seal(month);
  expect(await exportMonth(db, '2026-05', folder, NOW)).toEqual([]);
  await detachMonth(db, '2026-05', NOW);
  const [good, away] = [join(folder, '2026-05'), join(folder, 'away')];
  renameSync(good, away);
  const retention = () => retainMonths(db, { keep: 4, folder, drop: true, now: NOW });
  expect(await retention()).toMatchObject([{ month: '2026-05', differences: [{ found: 'no manifest' }] }]);
  expect(await state('2026-05')).toBe('DETACHED');
  rmSync(join(folder, '2026-06'), { recursive: true, force: true });
  expect(books('detach', '2026-06', '--drop').status).toBe(6);
  expect(await state('2026-06')).toBe('SEALED');
  renameSync(away, good);
  expect(await retention()).toEqual([{ month: '2026-05', differences: [] }]);
  expect(await state('2026-05')).toBe('DROPPED');
  expect(await retention()).toEqual([]);
  expect(books('detach', '2026-06').status).toBe(1);
  expect(await exportMonth(db, '2026-06', folder, NOW)).toEqual([]);
  expect([books('detach', '2026-06'), books('detach', '2026-06', '--drop')]).toMatchObject([
    { status: 0 },
    { status: 0 },
  ]);
  expect(await state('2026-06')).toBe('DROPPED');
  expect(books('detach', '2026-06', '--drop').status).toBe(1);
});

test('files are re-proved without a database; a changed byte or amount exits 6 and is named', async () => {
  await exported('2026-05');
  const target = join(folder, '2026-05');
  expect(books('reprove', '2026-05', '--alone')).toEqual({ status: 0, stdout: '' });
  expect(books('reprove', '2026-05')).toEqual({ status: 0, stdout: '' });

  const path = join(target, 'entries.parquet');
  const sound = readFileSync(path);
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  await duck.run(`create table e as select * from read_parquet('${path}')`);
  await duck.run(`update e set amount = amount + 1 where id = 2`);
  await duck.run(`copy (select * from e order by posting_id, id) to '${path}' (format parquet)`);
  const changed = books('reprove', '2026-05', '--alone');
  expect(changed.status).toBe(6);
  expect(changed.stdout).toMatch(
    /^account\/seller:a:pending KRW: sealed 0 in 4 entries, found 1 in 4 entries\nposting\/2: /,
  );

  const flipped = Buffer.from(sound);
  flipped[Math.floor(sound.length / 3)] = (flipped[Math.floor(sound.length / 3)] ?? 0) ^ 1;
  writeFileSync(path, flipped);
  expect(books('reprove', '2026-05').status).toBe(6);
  writeFileSync(path, sound);
  expect(await reproveMonth(target, { db, month: '2026-05' })).toEqual([]);
});

const kept: readonly (readonly [plant: string, undo: string, named: RegExp])[] = [
  [
    `update ledger.kept_entry set amount = amount - 1 where account_code = '${PAYABLE}' and amount = -200`,
    `update ledger.kept_entry set amount = -200 where amount = -201`,
    /^KEPT 2026-05\/kept entry\/\d+, expected -200 KRW on seller:a:payable, found -201 KRW on seller:a:payable\n$/,
  ],
  [
    `create table public.aside as select * from ledger.kept_entry; delete from ledger.kept_entry where amount = -200`,
    `insert into ledger.kept_entry select * from public.aside where amount = -200; drop table public.aside`,
    /^KEPT 2026-05\/kept entry\/\d+, expected -200 KRW on seller:a:payable, found no row\n$/,
  ],
  [
    `update ledger.month_template set moved = moved + 7 where account_code = '${PAYABLE}'`,
    `update ledger.month_template set moved = moved - 7 where account_code = '${PAYABLE}'`,
    /^KEPT 2026-05\/template\/seller:a:payable KRW line.matured, expected -1200 in 2 postings, found -1193 in 2 postings\n$/,
  ],
  [
    `update ledger.month_balance set moved = moved + 7 where account_code = '${PAYABLE}'`,
    `update ledger.month_balance set moved = moved - 7 where account_code = '${PAYABLE}'`,
    /^KEPT 2026-05\/balance\/seller:a:payable KRW, expected -1200 in 2 entries, found -1193 in 2 entries\n/,
  ],
  [
    `update ledger.month_balance set balance = balance + 7 where account_code = '${PAYABLE}'`,
    `update ledger.month_balance set balance = balance - 7 where account_code = '${PAYABLE}'`,
    /KEPT 2026-05\/balance\/seller:a:payable KRW, expected -1200, found -1193\n$/,
  ],
  [
    `update ledger.month_total set balance = balance + 7 where account = 'seller:payable'`,
    `update ledger.month_total set balance = balance - 7 where account = 'seller:payable'`,
    /^KEPT 2026-05\/total\/seller:payable KRW, expected -1200 in 2 entries, found -1193 in 2 entries\n$/,
  ],
];

test('what is kept of a month is compared with its table and its files; each planted difference exits 6 and is named', async () => {
  const late = paymentUnallocated({
    paymentId: 'late',
    amount: won(5n),
    effectiveAt: instantAt('2026-04-20', '12:00:00'),
  });
  await close('2026-04');
  await postLedger(db, [late]);
  await sealAll();
  await exported('2026-05');
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const marked = await duck.runAndReadAll(
    `select key, epoch_ms(corrects)::varchar as at from read_parquet('${join(folder, '2026-05/postings.parquet')}') where corrects is not null`,
  );
  expect(marked.getRowObjects()).toEqual([
    { key: 'payment.unallocated/late', at: `${instantAt('2026-04-20', '12:00:00').getTime()}` },
  ]);
  const verify = (...args: string[]) => {
    const program = join(__dirname, '../../../tools/books/dist/bundle/main.js');
    const options = { encoding: 'utf8', env: { DATABASE_URL: database.url } } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'verify', ...args], options);
    return { status, stdout, stderr };
  };
  expect(verify()).toMatchObject({ status: 0, stdout: '' });
  const plants = async (args: string[], skip = 0) => {
    for (const [plant, undo, named] of kept.slice(skip)) {
      await tamper(plant);
      const { status, stdout } = verify(...args);
      expect({ status, stdout }).toEqual({ status: 6, stdout: expect.stringMatching(named) as string });
      await tamper(undo);
    }
  };
  // An attached month has no kept entries.
  await plants([], 2);
  await detachMonth(db, '2026-05', NOW);
  expect(verify()).toMatchObject({ status: 0, stdout: '' });
  await plants([]);
  await dropMonth(db, '2026-05');
  expect(verify()).toMatchObject({ status: 0, stderr: expect.stringContaining('2026-05: what is kept') as string });
  expect(verify('--months', folder)).toMatchObject({ status: 0, stdout: '' });
  await plants(['--months', folder]);
});
