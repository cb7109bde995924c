import { sealLedger } from '@jeongsan/books';
import { postLedger } from '@jeongsan/database';
import { settlementPending } from '@jeongsan/ledger';
import { booksAreSound, sellerHas, testDatabase, type TestDatabase, eventually } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { readTrialBalance } from '../read-reconciliation/read-trial-balance.js';
import { breaksOf, count } from '../testing/night.js';
import { checkLedger } from './check-ledger.js';

import { verifyLedger } from './verify-ledger.js';
import { verifyNight } from './verify-night.js';

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
const AFTER_ALL = new Date('2027-01-01T00:00:00Z');

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
const PATIENCE = { timeoutMs: 30_000 };
jest.setTimeout(60_000);

/** Changes the past, which only the owner of the database can do. */
const tamper = (sql: string) =>
  db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(sql);
  });

test('a ledger that nobody touched verifies, and sealing it again finds nothing new', async () => {
  await sealAll();
  const seals = await count(db, 'ledger.seal');
  expect(await verifyLedger(db)).toEqual({
    postings: 10,
    entries: 20,
    unbalanced: 0,
    drifted: 0,
    sealsBroken: 0,
    sound: true,
    flaws: [],
  });
  await check('2026-11-20');
  expect(await count(db, 'ledger.seal')).toBe(seals);
  expect(await breaksOf(db, 'all')).toEqual([]);
  await booksAreSound(db);
});

test('checkpoints and later entries are the trial balance that the entries alone are', async () => {
  await check();
  await sellerHas(db, 'shop0', 7_000n);
  const byCheckpoints = await readTrialBalance(db, undefined, NOW);
  expect(byCheckpoints.accounts).toEqual((await readTrialBalance(db, AFTER_ALL, NOW)).accounts);
  expect(byCheckpoints).toEqual({
    at: NOW,
    accounts: [
      { account: 'provider:receivable', currency: 'KRW', balance: 57_000n, entries: 6 },
      { account: 'seller:payable', currency: 'KRW', balance: -57_000n, entries: 6 },
      { account: 'seller:pending', currency: 'KRW', balance: 0n, entries: 12 },
    ],
    sum: 0n,
  });
  expect((await readTrialBalance(db, new Date('2026-01-01T00:00:00Z'), NOW)).accounts).toEqual([]);
});

test('two verifications at once are stored one after the other: the chain stays sound', async () => {
  await sealAll();
  const before = await count(db, 'ledger.verification');
  const holder = db.createQueryRunner();
  await holder.startTransaction();
  await holder.query('lock table ledger.verification in share row exclusive mode');
  const seen = { businessDate: '2026-11-20', now: NOW };
  const both = Promise.all([verifyNight(db, seen, false), verifyNight(db, seen, false)]);
  // Neither can store its result: without a lock of their own, both now stand on the same last verification.
  await eventually(async () => {
    expect(await count(db, `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).toBe(2);
  }, PATIENCE);
  await holder.commitTransaction();
  await holder.release();
  expect((await both).map(({ sound }) => sound)).toEqual([true, true]);
  expect(await count(db, 'ledger.verification')).toBe(before + 2);
  expect(await verifyLedger(db)).toMatchObject({ sound: true, flaws: [] });
});

test('a running balance that is not the sum of its entries is found the next night, by name', async () => {
  await check();
  await tamper(`update ledger.account set balance = balance - 5 where code = 'seller:shop3:payable'`);
  expect(await verifyLedger(db)).toMatchObject({ drifted: 1, sealsBroken: 0, sound: false });
  await check('2026-11-20');
  expect(await breaksOf(db)).toEqual([
    { class: 'LEDGER', subject: 'account/seller:shop3:payable', expected: '-10000', found: '-10005' },
  ]);
  await tamper(`update ledger.account set balance = balance + 5 where code = 'seller:shop3:payable'`);
  await check('2026-11-21');
  expect(await breaksOf(db)).toEqual([]);
});

test.each([
  [
    'moved to another month',
    `update ledger.posting set corrects = corrects - interval '40 days' where corrects is not null`,
  ],
  ['taken away', `update ledger.posting set corrects = null where corrects is not null`],
  [
    'invented',
    `update ledger.posting set corrects = effective_at - interval '40 days' where key like 'settlement.pending/%' and corrects is null`,
  ],
])(
  'a mark of a correction that was %s is found the next night, and by a verification of everything',
  async (_, sql) => {
    const settled = (transactionKey: string, effectiveAt: Date) =>
      settlementPending({
        ...{ transactionKey, currency: 'KRW', effectiveAt, amount: 10n, supplyAmount: 0n, vat: 0n, payOutAmount: 10n },
      });
    await db.query(`select ledger.open_books_from(ledger.month_start('2026-12-01'))`);
    await db.transaction((tx) =>
      postLedger(tx, [settled('late', NOW), settled('usual', new Date('2026-12-05T00:00:00Z'))]),
    );
    expect(await count(db, 'ledger.posting where corrects is not null')).toBe(1);
    await sealAll();
    expect(await verifyLedger(db)).toMatchObject({ sound: true });
    await tamper(sql);
    expect(await verifyLedger(db)).toMatchObject({ sealsBroken: 0, sound: false, flaws: [{ check: 'VERIFICATION' }] });
    await check('2026-11-20');
    expect(await breaksOf(db)).toMatchObject([
      { class: 'LEDGER', expected: expect.stringContaining('1 corrections') as string },
    ]);
  },
);

test('an account without a running balance must not have one', async () => {
  await tamper(`update ledger.account set balance = 1 where code = 'provider:receivable'`);
  expect(await verifyLedger(db)).toMatchObject({ drifted: 1, sound: false });
});

test('a posting with a lower id in a later transaction is sealed after one with a higher id', async () => {
  const settled = (key: string) =>
    settlementPending({
      ...{
        transactionKey: key,
        currency: 'KRW',
        effectiveAt: NOW,
        amount: 10n,
        supplyAmount: 0n,
        vat: 0n,
        payOutAmount: 10n,
      },
    });
  await db.transaction((tx) => postLedger(tx, [settled('opens the account')]));
  await sealAll(() => sealLedger(db));
  const later = db.createQueryRunner();
  await db.transaction(async (early) => {
    await early.query('select pg_current_xact_id()');
    await later.startTransaction();
    await postLedger(later.manager, [settled('later transaction, lower id')]);
    await postLedger(early, [settled('earlier transaction, higher id')]);
  });
  // Only the posting of the earlier transaction can be sealed.
  await eventually(async () => {
    await sealLedger(db);
    expect(await count(db, `ledger.seal where last_posting = (select max(id) from ledger.posting)`)).toBe(1);
  }, PATIENCE);
  await later.commitTransaction();
  await later.release();
  await sealAll(() => sealLedger(db));
  expect(await verifyLedger(db)).toMatchObject({ postings: 13, sound: true });
});
