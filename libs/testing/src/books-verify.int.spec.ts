import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { keepVerification, sealLedger, verifyLedger, verifyNew } from '@jeongsan/books';
import { type Executor, postLedger } from '@jeongsan/database';
import { settlementPending } from '@jeongsan/ledger';
import type { DataSource } from 'typeorm';
import { eventually } from './eventually.js';
import { testDatabase, type TestDatabase } from './test-database.js';
import { sellersHave } from './worlds.js';

const NIGHT = { businessDate: '2026-11-19', now: new Date('2026-11-18T18:00:00Z') };
let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  await sellersHave(
    db,
    Array.from({ length: 4 }, (_, i) => [`s${i}`, 10_000n + BigInt(i) * 1_000n] as const),
  );
  await db.transaction((tx) => postLedger(tx, [settled('k1', 10_000n), settled('k2', 500n)]));
  await eventually(
    async () => {
      await sealLedger(db);
      const [books] = await db.query<{ open: bigint }[]>(
        `select (select count(*) from ledger.posting) - (select coalesce(sum(postings), 0)::bigint from ledger.seal) as open`,
      );
      expect(books?.open).toBe(0n);
    },
    { timeoutMs: 30_000 },
  );
  await db.transaction('REPEATABLE READ', (tx) => keepVerification(tx, 'FULL', NIGHT));
  await db.transaction((tx) => postLedger(tx, [settled('k3', 900n)]));
}, 60_000);
afterAll(() => database.drop());

const settled = (transactionKey: string, amount: bigint) =>
  settlementPending({
    ...{ transactionKey, amount, currency: 'KRW', effectiveAt: new Date('2026-11-18T15:00:00Z') },
    ...{ supplyAmount: 300n, vat: 30n, payOutAmount: amount - 330n },
  });

/** Runs a verification of books that were changed as only a superuser can change them, and puts them back. */
async function verifying(
  sql: string,
  verify: (tx: Executor) => ReturnType<typeof verifyLedger> = verifyLedger,
): Promise<Awaited<ReturnType<typeof verifyLedger>>> {
  const runner = db.createQueryRunner();
  await runner.connect();
  await runner.startTransaction('REPEATABLE READ');
  try {
    await runner.query(`set local session_replication_role = replica`);
    await runner.query(sql);
    return await verify(runner.manager);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

/** SQL: the id of the n-th entry of the posting with this key. */
const entry = (key: string, n: number): string =>
  `(select id from ledger.entry where posting_id = (select id from ledger.posting where key = '${key}') order by id offset ${n} limit 1)`;
const ofPosting = (key: string): string => `posting_id = (select id from ledger.posting where key = '${key}')`;
const K1 = 'settlement.pending/k1';
/** Posted after the last seal. */
const K3 = 'settlement.pending/k3';
/** One or two seals: a transaction of another database on the server may end between the postings. */
const SEAL = /^seal\/[12]$/;

test('books that were not touched have no flaw', async () => {
  const { sound, flaws } = await db.transaction('REPEATABLE READ', verifyLedger);
  expect({ sound, flaws }).toEqual({ sound: true, flaws: [] });
});

// prettier-ignore
test.each([
  ['an amount is changed',         `update ledger.entry set amount = amount + 7 where id = ${entry(K1, 0)}`,
   { check: 'ENTRIES', postingKey: K1, account: 'provider:pending', expected: '9670 KRW on provider:pending', found: '9677 KRW on provider:pending' }],
  ['both amounts of a transfer are changed', `update ledger.entry set amount = amount * 2 where ${ofPosting(K1)} and id in (${entry(K1, 0)}, ${entry(K1, 1)})`,
   { check: 'ENTRIES', postingKey: K1, account: 'provider:pending', expected: '9670 KRW on provider:pending', found: '19340 KRW on provider:pending' }],
  ['an entry is deleted',          `delete from ledger.entry where id = ${entry(K1, 2)}`,
   { check: 'ENTRIES', postingKey: K1, account: 'provider:fees', expected: '300 KRW on provider:fees', found: 'no entry' }],
  ['an entry is moved to another account', `update ledger.entry set account_code = 'provider:fee-vat' where id = ${entry(K1, 2)}`,
   { check: 'ENTRIES', postingKey: K1, account: 'provider:fees', expected: '300 KRW on provider:fees', found: '300 KRW on provider:fee-vat' }],
  ['the day of an entry is changed', `update ledger.entry set effective_at = effective_at - interval '1 day' where id = ${entry(K1, 1)}`,
   { check: 'ENTRIES', postingKey: K1, account: 'provider:receivable', expected: 'the time of its posting', found: 'another time' }],
  ['the entries of a posting are gone', `delete from ledger.entry where ${ofPosting('settlement.pending/k2')}`,
   { check: 'ENTRIES', postingKey: 'settlement.pending/k2', found: 'no entry' }],
  ['a posting is gone',            `delete from ledger.posting where key = '${K1}'`,
   { check: 'ENTRIES', expected: 'a posting', found: 'entries without one' }],
  ['a posting and its entries are gone', `with gone as (delete from ledger.posting where key = '${K1}' returning id) delete from ledger.entry e using gone where e.posting_id = gone.id`,
   { check: 'SEAL', subject: expect.stringMatching(SEAL) as string }],
  ['a key is changed',             `update ledger.posting set key = 'other' where key = '${K1}'`,
   { check: 'SEAL', subject: expect.stringMatching(SEAL) as string }],
  ['a running balance is edited',  `update ledger.account set balance = balance - 5 where code = 'seller:s3:payable'`,
   { check: 'ACCOUNT', account: 'seller:s3:payable', expected: '-13000 KRW', found: '-13005 KRW' }],
  ['a checkpoint is edited',       `update ledger.checkpoint set balance = balance - 5 where account_code = 'provider:fees'`,
   { check: 'CHECKPOINT', account: 'provider:fees', expected: '600 KRW', found: '595 KRW' }],
  ['a verification is edited',     `update ledger.verification set content = replace(content, '"kind":"FULL"', '"kind":"NEW"')`,
   { check: 'VERIFICATION', subject: 'verification/1', found: 'another one' }],
])('%s: the first bad row is named', async (_, sql, first) => {
  const { sound, flaws } = await verifying(sql);
  expect(sound).toBe(false);
  expect(flaws[0]).toMatchObject(first);
});

// prettier-ignore
test.each([
  ['an amount of a new posting is changed', `update ledger.entry set amount = amount + 7 where id = ${entry('settlement.pending/k3', 0)}`,
   { check: 'ENTRIES', postingKey: 'settlement.pending/k3' }],
  ['a running balance is edited',  `update ledger.account set balance = balance - 5 where code = 'seller:s3:payable'`,
   { check: 'ACCOUNT', account: 'seller:s3:payable', expected: '-13000', found: '-13005' }],
  ['a balance and its checkpoint are edited', `update ledger.account set balance = balance - 5 where code = 'seller:s3:payable';
      update ledger.checkpoint set balance = balance - 5 where account_code = 'seller:s3:payable'`,
   { check: 'ACCOUNT', account: 'seller:s3:payable', expected: '-13000 KRW', found: '-13005 KRW' }],
  ['an old seal is edited',        `update ledger.seal set hash = '' where id = 1`, { check: 'VERIFICATION', subject: 'verification/1' }],
  ['the verification is edited',   `update ledger.verification set content = replace(content, '"FULL"', '"NEW"')`,
   { check: 'VERIFICATION', subject: 'verification/1' }],
])('%s: a verification of what is new names it', async (_, sql, first) => {
  const { sound, flaws } = await verifying(sql, verifyNew);
  expect(sound).toBe(false);
  expect(flaws[0]).toMatchObject(first);
});

test('a posting that was changed before it was sealed, with all balances, is named by every verification', async () => {
  const changed = `update ledger.entry set amount = amount + sign(amount) * 7 where id in (${entry(K3, 0)}, ${entry(K3, 1)});
    update ledger.account set balance = (select sum(amount) from ledger.entry where account_code = code) where guarded`;
  const named = {
    check: 'ENTRIES',
    postingKey: K3,
    expected: expect.stringContaining('entries with the hash') as string,
  };
  for (const verify of [verifyNew, verifyLedger, (tx: Executor) => verifyLedger(tx, 'seals')]) {
    const { unbalanced, sound, flaws } = await verifying(changed, verify);
    expect({ unbalanced, sound }).toEqual({ unbalanced: 0, sound: false });
    expect(flaws[0]).toMatchObject(named);
  }
});

test('an old posting whose change leaves all balances is found by reading everything only', async () => {
  const K2 = 'settlement.pending/k2';
  const sql = `update ledger.entry set amount = amount + sign(amount) * 7 where id in (${entry(K1, 0)}, ${entry(K1, 1)});
    update ledger.entry set amount = amount - sign(amount) * 7 where id in (${entry(K2, 0)}, ${entry(K2, 1)})`;
  expect(await verifying(sql, verifyNew)).toMatchObject({ sound: true, postings: 1, entries: 6 });
  const { sound, flaws } = await verifying(sql);
  expect(sound).toBe(false);
  expect(flaws[0]).toMatchObject({ check: 'ENTRIES', postingKey: K1 });
});

test('the command ends with 2 for a format that it does not know', () => {
  const program = join(__dirname, '../../../tools/books/dist/bundle/main.js');
  const { status } = spawnSync(process.execPath, [program, 'verify', '-o', 'yaml'], { encoding: 'utf8', env: {} });
  expect(status).toBe(2);
}, 60_000);
