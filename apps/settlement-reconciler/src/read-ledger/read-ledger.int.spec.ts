import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantAt } from '@jeongsan/calendar';
import { connectDatabase, postLedger } from '@jeongsan/database';
import { encodeOutput } from '@jeongsan/http-contract';
import { paymentUnallocated, payoutReserved, settlementPending } from '@jeongsan/ledger';
import { money, won } from '@jeongsan/money';
import { listLedgerEntries, listLedgerPostings } from '@jeongsan/platform-contract';
import { booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { readTrialBalance } from '../read-reconciliation/read-trial-balance.js';
import { dailyBalances } from './daily-balances.js';
import { exportEntries } from './export-entries.js';
import { listEntries, readEntry } from './list-entries.js';
import { listPostings, readPosting } from './list-postings.js';
import { readAccountBalance } from './read-account-balance.js';
import { templateAbouts } from './template-abouts.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-08-01T00:00:00Z');
const PAYOUT = '01990000-0000-7000-8000-000000000001';
const PAYABLE = 'seller:a:payable';
const krw = { currency: 'KRW' } as const;

let database: TestDatabase;
/** The service's own login: what it may not read, these tests cannot read. */
let db: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  db = await connectDatabase({ url: database.urlOf('settlement-reconciler'), poolSize: 4, applicationName: 'test' });
  await sellerHas(database.db, 'a', 1_000n, instantAt('2026-05-10', '12:00:00'));
  await sellerHas(database.db, 'b', 70n, instantAt('2026-05-20', '12:00:00'));
  await sellerHas(database.db, 'a', 200n, instantAt('2026-06-01', '00:00:00'));
  await sellerHas(database.db, 'a', 30n, instantAt('2026-07-02', '12:00:00'));
  await postLedger(database.db, [
    payoutReserved({ payoutId: PAYOUT, sellerId: 'a', amount: 500n, effectiveAt: instantAt('2026-06-15', '12:00:00') }),
  ]);
  await database.db.query('select ledger.make_months($1, 0)', [NOW]);
});
afterAll(async () => {
  await booksAreSound(database.db);
  await db.destroy();
  await database.drop();
});

type Page<T> = { items: T[]; nextCursor: string | null };
async function all<T>(read: (after: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await read(after);
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    after = page.nextCursor;
  }
  throw new Error('The pages do not end');
}
const payable = (limit: number) =>
  all((after) => listEntries(db, { ...krw, account: PAYABLE, limit, ...(after !== undefined && { after }) }));
async function textOf(file: { bytes: AsyncIterable<Uint8Array> }): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of file.bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

test.each([1, 2, 3, 100])(
  'pages of %d entries are the account month by month, each with its balance',
  async (limit) => {
    const items = await payable(limit);
    expect(items.map(({ amount, balance }) => [amount, balance])).toEqual([
      [-1_000n, -1_000n],
      [-200n, -1_200n],
      [500n, -700n],
      [-30n, -730n],
    ]);
    expect(encodeOutput(listLedgerEntries, { items, nextCursor: null, detachedThrough: null })).toBeDefined();
  },
);

test('the balance before a page is summed once, however many entries it has', async () => {
  await database.db.transaction(async (tx) => {
    await tx.query(`set local track_functions = 'pl'`);
    const { items } = await listEntries(tx, { ...krw, account: PAYABLE });
    expect(items).toHaveLength(4);
    const [summed] = await tx.query<{ calls: bigint }[]>(
      `select calls from pg_stat_xact_user_functions where schemaname = 'ledger' and funcname = 'balance_before'`,
    );
    expect(summed?.calls).toBe(1n);
  });
});

test('entries of a seller are those of all its accounts, and of a time those within it', async () => {
  const june = { from: instantAt('2026-06-01', '00:00:00'), until: instantAt('2026-07-01', '00:00:00') };
  const { items } = await listEntries(db, { ...krw, sellerId: 'a', ...june });
  expect(items.map(({ account, amount, balance }) => [account, amount, balance])).toEqual([
    ['seller:a:pending', -200n, null],
    ['seller:a:pending', 200n, null],
    [PAYABLE, -200n, null],
    [PAYABLE, 500n, null],
    ['seller:a:reserved', -500n, null],
  ]);
});

test('the balance of an account is that of any instant; an account without entries is not found', async () => {
  const at = instantAt('2026-06-01', '00:00:00');
  expect(await readAccountBalance(db, PAYABLE, { ...krw, at }, NOW)).toEqual({
    ...krw,
    account: PAYABLE,
    at,
    balance: -1_200n,
  });
  expect(await readAccountBalance(db, PAYABLE, krw, NOW)).toMatchObject({ at: NOW, balance: -730n });
  await expect(readAccountBalance(db, 'seller:none:payable', krw, NOW)).rejects.toMatchObject({
    code: 'LEDGER_ACCOUNT_NOT_FOUND',
  });
});

test('an entry and a posting are found by their ids, and what is not there is not found', async () => {
  const [entry] = await payable(1);
  expect(await readEntry(db, entry?.id ?? '')).toEqual(entry);
  const posting = await readPosting(db, entry?.postingId ?? '');
  expect(posting).toMatchObject({ key: entry?.postingKey, month: 'OPEN', entryCount: 2 });
  expect(posting.legs.map(({ account, amount }) => [account, amount])).toEqual([
    ['seller:a:pending', 1_000n],
    [PAYABLE, -1_000n],
  ]);
  await expect(readEntry(db, '999999')).rejects.toMatchObject({ code: 'LEDGER_ENTRY_NOT_FOUND', status: 404 });
  await expect(readPosting(db, '999999')).rejects.toMatchObject({ code: 'LEDGER_POSTING_NOT_FOUND', status: 404 });
});

test('postings are found by payout, by key and by time', async () => {
  const ofPayout = await listPostings(db, { payoutId: PAYOUT });
  expect(encodeOutput(listLedgerPostings, ofPayout)).toBeDefined();
  expect(ofPayout.items).toMatchObject([
    { key: `payout.reserved/${PAYOUT}`, about: templateAbouts['payout.reserved'] },
  ]);
  expect((await listPostings(db, { key: `payout.reserved/${PAYOUT}` })).items).toEqual(ofPayout.items);
  expect((await listPostings(db, { orderId: 'nothing' })).items).toEqual([]);
  const journal = await all((after) => listPostings(db, { limit: 2, ...(after !== undefined && { after }) }));
  const ofTemplate = (template: string) =>
    all((after) => listPostings(db, { limit: 1, template, ...(after !== undefined && { after }) }));
  for (const template of new Set(journal.map((posting) => posting.template)))
    expect(await ofTemplate(template)).toEqual(journal.filter((posting) => posting.template === template));
  expect(await ofTemplate('payout.reversed')).toEqual([]);
  expect(journal).toHaveLength(9);
  expect(new Set(journal.map(({ id }) => id)).size).toBe(9);
  expect(journal.map(({ effectiveAt }) => effectiveAt.toISOString().slice(0, 7))).toEqual([
    '2026-05',
    '2026-05',
    '2026-05',
    '2026-05',
    '2026-05',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-07',
  ]);
  const before = await listPostings(db, { until: instantAt('2026-05-15', '00:00:00') });
  expect(before.items).toHaveLength(2);
});

test('a payment leads to its postings, its cancels, its settlements and its matured lines', async () => {
  const effectiveAt = instantAt('2026-07-10', '12:00:00');
  const amount = won(100n);
  await database.db.query(
    `insert into gateway.payment (id, payment_key, provider_order_id, amount, state, transaction_key, created_at)
     values ('${PAYOUT}', 'pay-1', 'o-1', 100, 'paid', 'tx-1', now())`,
  );
  await postLedger(database.db, [
    paymentUnallocated({ paymentId: PAYOUT, amount, effectiveAt }),
    settlementPending({
      ...{ transactionKey: 'tx-1', effectiveAt, amount: 100n, currency: 'KRW' },
      ...{ supplyAmount: 3n, vat: 0n, payOutAmount: 97n },
    }),
    paymentUnallocated({ paymentId: 'another', amount, effectiveAt }),
  ]);
  const found = (await listPostings(db, { paymentKey: 'pay-1' })).items;
  expect(found.map(({ key }) => key)).toEqual([`payment.unallocated/${PAYOUT}`, 'settlement.pending/tx-1']);
});

test('files hold every entry once, in both forms', async () => {
  const csv = await textOf(await exportEntries(db, { ...krw, format: 'csv' }));
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 18 + 8);
  expect(lines[0]).toBe('id,postingId,postingKey,template,account,currency,amount,effectiveAt');
  const ndjson = await textOf(await exportEntries(db, { ...krw, format: 'ndjson', account: PAYABLE }));
  const amounts = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { amount: string }).amount);
  expect(amounts).toEqual(['-1000', '-200', '500', '-30']);
});

test('a file of a time has all currencies, or the one that was named', async () => {
  const at = instantAt('2026-07-20', '12:00:00');
  const dollars = paymentUnallocated({ paymentId: 'dollars', amount: money(9n, 'USD'), effectiveAt: at });
  await postLedger(database.db, [dollars]);
  const of = async (query: { currency?: string; account?: string }) => {
    const lines = (await textOf(await exportEntries(db, { format: 'csv', from: at, ...query })))
      .trimEnd()
      .split('\r\n');
    return lines.slice(1).map((line) => line.split(',')[5]);
  };
  expect(await of({})).toEqual(['USD', 'USD']);
  expect(await of({ currency: 'USD' })).toEqual(['USD', 'USD']);
  expect(await of({ currency: 'KRW' })).toEqual([]);
  expect(await of({ account: 'provider:receivable' })).toEqual([]);
});

test('each day of the trial balance adds up to nothing, and its last day is the trial balance', async () => {
  const { days } = await dailyBalances(db, '2026-05-31', '2026-06-15');
  expect(days).toHaveLength(16);
  expect(days.every(({ sum }) => sum === 0n)).toBe(true);
  const ofDay = (index: number) => days[index]?.accounts.find(({ account }) => account === 'seller:payable');
  expect([ofDay(0), ofDay(1), ofDay(15)].map((kind) => [kind?.moved, kind?.balance])).toEqual([
    [0n, -1_070n],
    [-200n, -1_270n],
    [500n, -770n],
  ]);
  const { accounts } = await readTrialBalance(db, instantAt('2026-06-15', '23:59:59'), NOW);
  expect(days[15]?.accounts.map(({ account, balance }) => [account, balance])).toEqual(
    accounts.map(({ account, balance }) => [account, balance]),
  );
  await expect(dailyBalances(db, '2026-06-02', '2026-06-01')).rejects.toMatchObject({ code: 'LEDGER_DAYS_INVALID' });
});

test('every posting template is described', () => {
  const folder = join(__dirname, '../../../../libs/ledger/src');
  const files = readdirSync(folder).filter((name) => name.endsWith('.postings.ts'));
  const sources = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/template<[^(]*\(\s*'([^']+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(names)].sort()).toEqual(Object.keys(templateAbouts).sort());
});
