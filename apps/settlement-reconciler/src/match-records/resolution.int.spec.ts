import { balances, booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { NIGHT, refund, type Sale, sell, settlementOf, listCorrectly, transactionOf } from '../testing/market-day.js';
import { breaksOf, clientOf, count, night } from '../testing/night.js';
import { type WireSettlement, WrongProvider } from '../testing/wrong-provider.js';

// A long time-out: each test runs several nights.
jest.setTimeout(30_000);
let database: TestDatabase;
let db: DataSource;
let provider: WrongProvider;
let api: ProviderApi;
let sales: [Sale, Sale];
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  provider = new WrongProvider();
  api = clientOf(await provider.start());
  sales = [await sell(db, 'a', 10_000n), await sell(db, 'b', 20_000n)];
  listCorrectly(provider, sales);
}, 60_000);
afterEach(async () => {
  await booksAreSound(db);
  await provider.stop();
  await database.drop();
});

const row = (key: string): WireSettlement => {
  const found = provider.settlements.find((s) => s.transactionKey === key);
  if (!found) throw new Error(`No row ${key}`);
  return found;
};
const recordBreaks = async () => (await breaksOf(db, 'all')).filter((b) => !b.class.startsWith('BALANCE'));
const openRecordBreaks = async () => (await breaksOf(db)).filter((b) => !b.class.startsWith('BALANCE'));
const stateOf = async (key: string): Promise<string> => {
  const [found] = await db.query<{ state: string }[]>(
    `select state from reconciliation.settlement where transaction_key = $1`,
    [key],
  );
  return found?.state ?? 'absent';
};
const RESOLVED = `reconciliation.break where state = 'CLOSED' and resolved_at is not null`;

test('a row in dispute is not posted while the others are, and is once the provider corrected it', async () => {
  row('txn-a').payOutAmount -= 1;
  await night(db, api, NIGHT);
  await night(db, api, '2026-11-21');
  expect([await stateOf('txn-a'), await stateOf('txn-b')]).toEqual(['disputed', 'pending']);
  expect((await balances(db))['provider:pending']).toBe(19_340n);

  row('txn-a').payOutAmount += 1;
  await night(db, api, '2026-11-22');
  expect(await openRecordBreaks()).toEqual([]);
  // Correcting a reported difference opens no second break.
  expect(await recordBreaks()).toHaveLength(1);
  expect(await stateOf('txn-a')).toBe('pending');
  expect((await balances(db))['provider:pending']).toBe(19_340n + 9_670n);
});

test('a difference stays open, and its row unposted, when nobody reads its day again', async () => {
  row('txn-a').payOutAmount -= 1;
  await night(db, api, NIGHT);
  for (const date of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24', '2026-11-25', '2026-11-26'])
    await night(db, api, date);
  provider.requests.length = 0;
  await night(db, api, '2026-11-27');
  expect(provider.requests.filter((path) => path.includes('2026-11-18'))).toEqual([]);
  expect(await openRecordBreaks()).toMatchObject([{ class: 'SETTLEMENT_PAYOUT_AMOUNT', subject: 'txn-a' }]);
  expect([await stateOf('txn-a'), await stateOf('txn-b')]).toEqual(['disputed', 'available']);
});

test('a row that comes a day late closes its break by itself', async () => {
  const late = row('txn-a');
  provider.settlements = provider.settlements.filter((s) => s !== late);
  await night(db, api, NIGHT);
  expect(await openRecordBreaks()).toMatchObject([{ class: 'MISSING_SETTLEMENT', subject: 'txn-a' }]);
  provider.settlements.push(late);
  await night(db, api, '2026-11-20');
  expect(await openRecordBreaks()).toEqual([]);
  expect(await count(db, RESOLVED)).toBe(1);
});

test('a row that comes only on the day it is paid out is still found', async () => {
  const late = row('txn-a');
  provider.settlements = provider.settlements.filter((s) => s !== late);
  await night(db, api, NIGHT);
  provider.settlements.push(late);
  // The difference is too old for its sold date to be read again, but the paid-out date is read on its day.
  await db.query(`update reconciliation.break set business_date = '2026-11-01', version = version + 1`);
  await night(db, api, '2026-11-23');
  expect(await openRecordBreaks()).toEqual([]);
  expect(await stateOf('txn-a')).toBe('available');
});

test('a payment that is booked after the night ends the dispute about its row', async () => {
  const sale = { ...sales[0], paymentKey: 'pay-late', orderId: 'order-late', transactionKey: 'txn-late' };
  listCorrectly(provider, [sale]);
  await night(db, api, NIGHT);
  expect(await stateOf('txn-late')).toBe('disputed');
  await sell(db, 'late', 10_000n);
  await night(db, api, '2026-11-21');
  expect(await openRecordBreaks()).toEqual([]);
  expect(await stateOf('txn-late')).toBe('pending');
});

test('a transaction that is listed late closes its break by itself', async () => {
  const late = transactionOf(sales[0]);
  provider.transactions = provider.transactions.filter((t) => t.transactionKey !== 'txn-a');
  await night(db, api, NIGHT);
  expect(await openRecordBreaks()).toMatchObject([{ class: 'MISSING_TRANSACTION', subject: 'txn-a' }]);
  provider.transactions.push(late);
  await night(db, api, '2026-11-20');
  expect(await openRecordBreaks()).toEqual([]);
});

test('a row that changed after it was posted is a break, keeps what was posted, and is not posted again', async () => {
  await night(db, api, NIGHT);
  await night(db, api, '2026-11-21');
  const before = await balances(db);
  const changed = row('txn-a');
  Object.assign(changed, settlementOf({ ...sales[0], amount: 9_000n }));
  await night(db, api, '2026-11-23');
  expect(await openRecordBreaks()).toEqual([
    {
      class: 'SETTLEMENT_CHANGED',
      subject: 'txn-a',
      expected: 'amount 10000, fee 330 (300 + VAT 30), paid out 9670 on 2026-11-23',
      found: 'amount 9000, fee 297 (270 + VAT 27), paid out 8703 on 2026-11-23',
    },
  ]);
  expect((await balances(db))['provider:fees']).toBe(before['provider:fees']);
  expect((await balances(db))['provider:available']).toBe(9_670n + 19_340n);
  expect(await count(db, `ledger.posting where template = 'settlement.pending'`)).toBe(2);
});

test('a row that changed before it was posted is a break, and posted as it is now', async () => {
  await night(db, api, NIGHT);
  Object.assign(row('txn-a'), { paidOutDate: '2026-11-20' });
  await night(db, api, '2026-11-20');
  expect(await recordBreaks()).toMatchObject([{ class: 'SETTLEMENT_CHANGED', subject: 'txn-a' }]);
  expect(await stateOf('txn-a')).toBe('available');
  // The next night reads the row again and finds it unchanged.
  await night(db, api, '2026-11-21');
  expect(await openRecordBreaks()).toEqual([]);
});

test('a row that comes twice because the pages moved while we read is no break', async () => {
  for (let i = 0; i < 5; i += 1) listCorrectly(provider, [await sell(db, `more${i}`, 1_000n)]);
  const late = provider.settlements.pop();
  if (!late) throw new Error('The world is empty');
  provider.before = (url) => {
    // A row is inserted at the front after the first page was read, so all later rows move by one.
    if (url.searchParams.get('page') === '2' && !provider.settlements.includes(late))
      provider.settlements.unshift(late);
  };
  await night(db, api, NIGHT);
  expect(await recordBreaks()).toEqual([]);
  expect(await count(db, 'reconciliation.settlement')).toBe(7);
  expect(await count(db, 'reconciliation.download where pass = 2')).toBe(1);
});

test('what a person closed stays closed, and its row is posted', async () => {
  row('txn-a').fees.push({ type: 'ETC', fee: 1 });
  await night(db, api, NIGHT);
  expect(await stateOf('txn-a')).toBe('disputed');
  await db.query(
    `update reconciliation.break set state = 'EXPLAINED', resolved_at = now(), version = version + 1, reason = 'the provider confirmed it'`,
  );
  await night(db, api, '2026-11-21');
  expect(await openRecordBreaks()).toEqual([]);
  expect(await stateOf('txn-a')).toBe('pending');
});

test('a cancel of the same day settles against its sale, and one of a later day on its own', async () => {
  const cancel = await refund(db, sales[0], 'later', 3_000n, NIGHT);
  listCorrectly(provider, [cancel]);
  await night(db, api, NIGHT);
  await night(db, api, '2026-11-20');
  await night(db, api, '2026-11-23');
  expect(await recordBreaks()).toEqual([]);
  expect((await balances(db))['provider:available']).toBe(9_670n + 19_340n - 2_901n);
  expect((await balances(db))['provider:receivable']).toBe(0n);
});
