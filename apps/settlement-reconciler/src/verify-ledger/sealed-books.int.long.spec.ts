import { sealLedger } from '@jeongsan/books';
import { postLedger } from '@jeongsan/database';
import { settlementPending } from '@jeongsan/ledger';
import { sellerHas, testDatabase, type TestDatabase, eventually } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { readTrialBalance } from '../read-reconciliation/read-trial-balance.js';
import { breaksOf, count } from '../testing/night.js';
import { checkLedger } from './check-ledger.js';

import { verifyLedger } from './verify-ledger.js';

let database: TestDatabase;
let db: DataSource;
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  for (let i = 0; i < 5; i += 1) await sellerHas(db, `shop${i}`, 10_000n);
}, 60_000);
afterEach(() => database.drop());

const check = (businessDate = '2026-11-19') => checkLedger(db, { businessDate, now: new Date('2026-11-18T18:00:00Z') });
const NOW = new Date('2026-11-19T00:00:00Z');

/**
 * Repeats sealing until it is done, because it waits for older transactions of the whole server, other tests included.
 */
const sealAll = (seal: () => Promise<unknown> = check) =>
  eventually(async () => {
    await seal();
    const [books] = await db.query<{ posted: bigint; sealed: bigint }[]>(
      `select (select count(*) from ledger.posting) as posted, coalesce(sum(postings), 0)::bigint as sealed from ledger.seal`,
    );
    expect(books?.sealed).toBe(books?.posted);
  }, PATIENCE);
const sealed = () => sealAll(() => sealLedger(db));
const PATIENCE = { timeoutMs: 30_000 };
jest.setTimeout(240_000);

/** Changes the past, which only the owner of the database can do. */
const tamper = (sql: string) =>
  db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(sql);
  });

test('the trial balance of an instant knows what took effect by then', async () => {
  await sellerHas(db, 'shop0', 1_000n, new Date('2026-11-15T00:00:00Z'));
  const before = await readTrialBalance(db, new Date('2026-11-14T23:59:59Z'), NOW);
  const after = await readTrialBalance(db, new Date('2026-11-15T00:00:00Z'), NOW);
  const receivable = (t: typeof before) => t.accounts.find((a) => a.account === 'provider:receivable')?.balance;
  expect([receivable(before), receivable(after)]).toEqual([50_000n, 51_000n]);
});

// prettier-ignore
test.each([
  ['an amount is changed',            `update ledger.entry set amount = amount + 1 where id = 1`,                   { unbalanced: 1, sealsBroken: 1 }],
  ['both legs are changed',           `update ledger.entry set amount = amount * 2 where posting_id = 1`,           { unbalanced: 0, sealsBroken: 1 }],
  ['an entry is deleted',             `delete from ledger.entry where id = 1`,                                      { unbalanced: 1, sealsBroken: 1 }],
  ['the entries of a posting are gone', `delete from ledger.entry where posting_id = 1`,                            { unbalanced: 1, sealsBroken: 1 }],
  ['a posting is gone',               `with e as (delete from ledger.entry where posting_id = 1) delete from ledger.posting where id = 1`, { unbalanced: 0, sealsBroken: 1 }],
  ['money is moved to another account', `update ledger.entry set account_code = 'seller:shop4:pending' where account_code = 'seller:shop0:pending' and posting_id = 1`, { unbalanced: 0, sealsBroken: 1 }],
  ['a day is changed',                `update ledger.entry set effective_at = effective_at - interval '1 day' where id = 1`, { unbalanced: 0, sealsBroken: 1 }],
  ['a key is changed',                `update ledger.posting set key = 'other' where id = 1`,                       { unbalanced: 0, sealsBroken: 1 }],
  ['facts are changed',               `update ledger.posting set facts_hash = '' where id = 1`,                     { unbalanced: 0, sealsBroken: 1 }],
])('sealed books in which %s do not verify', async (_, sql, found) => {
  await sealAll();
  await tamper(sql);
  expect(await verifyLedger(db)).toMatchObject({ ...found, sound: false });
  await check('2026-11-20');
  expect((await breaksOf(db)).map((b) => b.subject)).toContain('seal/1');
});

test('a posting that does not balance is found when it is sealed, and as long as it does not', async () => {
  const move = (by: number) =>
    tamper(
      `update ledger.entry set amount = amount + ${by} where id = (select min(id) from ledger.entry where posting_id = 1)`,
    );
  await move(1);
  await sealAll();
  expect((await breaksOf(db)).map((b) => b.subject)).toContain('posting/1');
  await check('2026-11-20');
  expect((await breaksOf(db)).filter((b) => b.subject === 'posting/1')).toHaveLength(1);
  await move(-1);
  await check('2026-11-21');
  const open = (await breaksOf(db)).map((b) => b.subject);
  expect(open).not.toContain('posting/1');
  // The seal stays broken, because the corrected amount is not the sealed one.
  expect(open).toContain('seal/1');
});

test('a seal that was removed or rewritten breaks the chain behind it', async () => {
  await sealAll();
  await sellerHas(db, 'shop0', 1_000n);
  await sealed();
  await sellerHas(db, 'shop0', 1_000n);
  await sealed();
  expect(await verifyLedger(db)).toMatchObject({ sealsBroken: 0 });
  await tamper(`update ledger.seal set hash = md5(hash) where id = 1`);
  expect(await verifyLedger(db)).toMatchObject({ sealsBroken: 2 });
  await tamper(`delete from ledger.seal where id = 2`);
  expect(await verifyLedger(db)).toMatchObject({ sealsBroken: 2 });
});

test('a posting whose transaction is still open is neither sealed nor lost, whatever commits after it', async () => {
  const settled = (key: string) =>
    settlementPending({
      transactionKey: key,
      effectiveAt: NOW,
      amount: 10n,
      currency: 'KRW',
      supplyAmount: 0n,
      vat: 0n,
      payOutAmount: 10n,
    });
  // The accounts are created first: a transaction that creates an account blocks others that would create it.
  await db.transaction((tx) => postLedger(tx, [settled('first')]));
  await sealed();
  await db.transaction(async (slow) => {
    await postLedger(slow, [settled('slow')]);
    await db.transaction((tx) => postLedger(tx, [settled('quick')]));
    await sealLedger(db);
    expect(
      await count(
        db,
        `ledger.posting p where not exists (select from ledger.seal s where (p.txid, p.id) <= (s.last_txid, s.last_posting))`,
      ),
    ).toBe(1);
    expect((await readTrialBalance(db, undefined, NOW)).accounts).toContainEqual({
      account: 'provider:pending',
      currency: 'KRW',
      balance: 20n,
      entries: 2,
    });
  });
  await sealed();
  expect(await verifyLedger(db)).toMatchObject({ postings: 13, sound: true });
  expect((await readTrialBalance(db, undefined, NOW)).accounts).toContainEqual({
    account: 'provider:pending',
    currency: 'KRW',
    balance: 30n,
    entries: 3,
  });
});

test('workers that seal at the same time make one chain', async () => {
  await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      await sellerHas(db, `many${i}`, 1_000n);
      await sealLedger(db);
    }),
  );
  await sealed();
  const [seals] = await db.query<{ n: bigint }[]>(`select sum(postings)::bigint as n from ledger.seal`);
  expect(seals?.n).toBe(26n);
  expect(await verifyLedger(db)).toMatchObject({ sound: true });
});
