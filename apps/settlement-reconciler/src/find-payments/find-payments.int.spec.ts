import { randomUUID } from 'node:crypto';
import { balances, booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import {
  balanceOn,
  bookRefund,
  bookSale,
  bookUnallocated,
  listCorrectly,
  NIGHT,
  type Refund,
  type Sale,
  sell,
  settlementOf,
  SOLD_ON,
  transactionOf,
} from '../testing/market-day.js';
import { breaksOf, clientOf, count, night } from '../testing/night.js';
import { WrongProvider } from '../testing/wrong-provider.js';

// A long time-out: each test runs several nights.
jest.setTimeout(30_000);
let database: TestDatabase;
let db: DataSource;
let provider: WrongProvider;
let api: ProviderApi;
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  provider = new WrongProvider();
  api = clientOf(await provider.start());
}, 60_000);
afterEach(async () => {
  await booksAreSound(db);
  await provider.stop();
  await database.drop();
});

const at = (time: string): Date => new Date(`${SOLD_ON}T${time}+09:00`);
/** A sale that only the provider has. */
const beside = (name: string, amount = 5_000n): Sale => ({
  ...{ paymentId: randomUUID(), paymentKey: `pay-${name}`, orderId: `order-${name}`, transactionKey: `txn-${name}` },
  ...{ amount, approvedAt: at('13:00:00') },
});
const back = (sale: Sale, name: string, amount: bigint, time = '15:00:00'): Refund => ({
  ...{ sale, transactionKey: `txn-${name}`, amount, canceledAt: at(time) },
});
const looks = () =>
  db.query<{ key: string; done: boolean }[]>(
    `select data ->> 'paymentKey' as key, done_at is not null as done from messaging.outbox where job = 'payment.observe' order by id`,
  );

/** Does the work of payments-gateway: books each payment whose look is enqueued, until all of them are booked. */
async function gatewayBooks(book: ReadonlyMap<string, () => Promise<unknown>>): Promise<void> {
  for (let booked = 0; booked < book.size;) {
    for (const { key } of (await looks()).filter(({ done }) => !done)) {
      await book.get(key)?.();
      await db.query(`update messaging.outbox set done_at = now() where data ->> 'paymentKey' = $1`, [key]);
      booked += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('what the books lack is looked at once per payment, and what is booked meanwhile is no break', async () => {
  const [known, paid, other] = [await sell(db, 'known', 10_000n), beside('paid'), beside('other', 7_000n)];
  const refunds = [back(known, 'known-back', 1_000n), back(other, 'other-back', 7_000n)] as const;
  listCorrectly(provider, [known, paid, other, ...refunds]);
  const gateway = gatewayBooks(
    new Map<string, () => Promise<unknown>>([
      ['pay-known', () => bookRefund(db, refunds[0])],
      ['pay-paid', () => bookSale(db, paid)],
      ['pay-other', async () => bookRefund(db, { ...refunds[1], sale: await bookSale(db, other) })],
    ]),
  );
  await night(db, api, NIGHT, { looksWaitMs: 20_000 });
  await gateway;
  expect((await looks()).map(({ key }) => key).sort()).toEqual(['pay-known', 'pay-other', 'pay-paid']);
  expect(await breaksOf(db, 'all')).toEqual([]);
  provider.balance = balanceOn(provider.settlements, '2026-11-23');
  await night(db, api, '2026-11-23');
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect((await balances(db))['provider:receivable']).toBe(0n);
});

test('a look that is not finished in time leaves a break, and the next night closes the break', async () => {
  const late = beside('late');
  listCorrectly(provider, [late]);
  await night(db, api, NIGHT, { looksWaitMs: 50 });
  expect(await breaksOf(db)).toMatchObject([{ class: 'UNKNOWN_TRANSACTION', subject: 'txn-late' }]);
  await bookSale(db, late);
  await night(db, api, '2026-11-20');
  expect(await breaksOf(db)).toEqual([]);
});

test('a payment that stays unknown is looked at again every night that reads its day', async () => {
  listCorrectly(provider, [beside('lost')]);
  for (const date of [NIGHT, '2026-11-20', '2026-11-21']) {
    await night(db, api, date);
    await db.query(`update messaging.outbox set dead_at = now() where done_at is null`);
  }
  expect(await looks()).toHaveLength(3);
  expect(await breaksOf(db, 'all')).toHaveLength(1);
});

// The test would run into its time-out if the night waited.
test('a night without unknown payments waits for nothing and enqueues nothing', async () => {
  listCorrectly(provider, [await sell(db, 'a', 10_000n)]);
  await night(db, api, NIGHT, { looksWaitMs: 3_600_000 });
  expect(await looks()).toEqual([]);
});

test('rows without money are no transactions: an issued virtual account, a cancel before the deposit', async () => {
  const issued = { ...transactionOf(beside('issued', 0n)), status: 'WAITING_FOR_DEPOSIT' };
  provider.transactions.push(issued, { ...issued, transactionKey: 'txn-void', status: 'CANCELED' });
  // Our cancel of that payment is done, and its payment never had money.
  const { paymentId, ...sale } = beside('issued');
  await db.query(
    `insert into gateway.payment (id, provider_order_id, payment_key, amount, state, created_at) values ($1, $2, $3, $4, 'voided', now())`,
    [paymentId, sale.orderId, sale.paymentKey, sale.amount],
  );
  await db.query(
    `insert into gateway.cancel (id, payment_id, request_key, amount, reason, state, transaction_key, canceled_at, created_at)
     values (gen_random_uuid(), $1, 'r', $2, 'r', 'done', 'txn-void', $3, $3)`,
    [paymentId, sale.amount, at('14:00:00')],
  );
  await night(db, api, NIGHT);
  expect([await breaksOf(db, 'all'), await looks()]).toEqual([[], []]);
  expect(await count(db, 'reconciliation.transaction')).toBe(0);
});

test('a deposit that the bank withdrew, and that came again, is three transactions', async () => {
  const sale = await sell(db, 'deposit', 9_000n);
  const [withdrawn, again] = [back(sale, 'withdrawn', 9_000n), back(sale, 'again', -9_000n, '16:00:00')];
  for (const { transactionKey, amount, canceledAt } of [withdrawn, again])
    await db.query(
      `insert into gateway.cancel (id, payment_id, request_key, amount, reason, kind, state, transaction_key, canceled_at, created_at)
       values (gen_random_uuid(), $1, $2, $3, '', case when $3::bigint < 0 then 'redeposit' else 'withdrawal' end, 'done', $2, $4, $4)`,
      [sale.paymentId, transactionKey, amount, canceledAt],
    );
  provider.transactions.push(
    transactionOf(sale),
    { ...transactionOf(withdrawn), status: 'WAITING_FOR_DEPOSIT' },
    { ...transactionOf(sale), transactionKey: again.transactionKey, transactionAt: `${SOLD_ON}T16:00:00+09:00` },
  );
  provider.settlements.push(settlementOf(sale), { ...settlementOf(withdrawn), cancel: null });
  provider.settlements.push({ ...settlementOf(sale), transactionKey: again.transactionKey });
  await night(db, api, NIGHT);
  expect([await breaksOf(db, 'all'), await looks()]).toEqual([[], []]);
});

test.each([
  ['WAITING_FOR_DEPOSIT', []],
  ['CANCELED', ['txn-back', 'txn-deposit']],
])('a deposit that our books never saw, and that went back as %s, leaves the breaks %j', async (status, subjects) => {
  const sale = beside('deposit', 9_000n);
  const gone = back(sale, 'back', 9_000n);
  listCorrectly(provider, [sale, gone]);
  provider.transactions = [transactionOf(sale), { ...transactionOf(gone), status }];
  await night(db, api, NIGHT);
  expect((await breaksOf(db, 'all')).map(({ subject }) => subject).sort()).toEqual(subjects);
});

test('dollars are settled as dollars, are a break of their own for a person, and leave the proof in won alone', async () => {
  const [won, dollars] = [await sell(db, 'won', 10_000n), beside('usd', 1_234n)];
  await bookUnallocated(db, dollars, 'USD');
  listCorrectly(provider, [won, dollars]);
  writeInDollars(dollars);
  const inWon = provider.settlements.filter(({ currency }) => currency === 'KRW');
  const foreign = [{ class: 'FOREIGN_CURRENCY', subject: 'txn-usd', expected: null, found: '12.34 USD' }];
  await night(db, api, NIGHT);
  expect(await breaksOf(db)).toEqual(foreign);
  provider.balance = balanceOn(inWon, '2026-11-23');
  await night(db, api, '2026-11-23');
  expect(await breaksOf(db, 'all')).toEqual(foreign);
  expect(await db.query('select proven from reconciliation.balance_proof order by business_date')).toEqual([
    { proven: true },
    { proven: true },
  ]);
  const inDollars = await db.query<{ code: string; balance: bigint }[]>(
    `select account_code as code, sum(amount)::bigint as balance from ledger.entry where currency = 'USD'
      group by 1 having sum(amount) <> 0 order by 1`,
  );
  expect(inDollars).toEqual([
    { code: 'provider:available', balance: 1_194n },
    { code: 'provider:fee-vat', balance: 4n },
    { code: 'provider:fees', balance: 36n },
    { code: 'unallocated', balance: -1_234n },
  ]);
});

test('dollars that are listed as won are no break of their own', async () => {
  const dollars = beside('usd', 300n);
  await bookUnallocated(db, dollars, 'USD');
  listCorrectly(provider, [dollars]);
  await night(db, api, NIGHT);
  expect(await breaksOf(db)).toEqual([
    { class: 'TRANSACTION_CURRENCY', subject: 'txn-usd', expected: '3.00 USD', found: '300 KRW' },
  ]);
});

test.each([
  ['a transaction', () => (provider.transactions = []), 'MISSING_TRANSACTION', '12.34 USD', null],
  ['a settlement', () => (provider.settlements = []), 'MISSING_SETTLEMENT', '12.34 USD', null],
  ['what is paid out', () => change({ payOutAmount: 11.9 }), 'SETTLEMENT_PAYOUT_AMOUNT', '11.94 USD', '11.90 USD'],
  ['a fee', () => change({ fee: 0.41 }), 'SETTLEMENT_ARITHMETIC', 'fee 0.40 USD', 'fee 0.41 USD, fees 0.40 USD'],
])('a difference in dollars says dollars: %s', async (_, spoil, kind, expected, found) => {
  const dollars = beside('usd', 1_234n);
  await bookUnallocated(db, dollars, 'USD');
  listCorrectly(provider, [dollars]);
  writeInDollars(dollars);
  spoil();
  await night(db, api, NIGHT);
  expect(await breaksOf(db)).toContainEqual({ class: kind, subject: 'txn-usd', expected, found });
});

/** Writes other amounts into every settlement row. */
const change = (amounts: object): void => provider.settlements.forEach((row) => Object.assign(row, amounts));

/** Lists a sale in dollars, with cents as decimals, as the provider writes amounts. */
function writeInDollars({ paymentKey }: Sale): void {
  const dollars = (cents: number) => cents / 100;
  for (const row of provider.transactions.filter((one) => one.paymentKey === paymentKey))
    Object.assign(row, { currency: 'USD', amount: dollars(row.amount) });
  for (const row of provider.settlements.filter((one) => one.paymentKey === paymentKey)) {
    const { amount, fee, supplyAmount, vat, payOutAmount } = row;
    Object.assign(row, { currency: 'USD', amount: dollars(amount), fee: dollars(fee), vat: dollars(vat) });
    Object.assign(row, { supplyAmount: dollars(supplyAmount), payOutAmount: dollars(payOutAmount) });
    row.fees = row.fees.map(({ type }) => ({ type, fee: dollars(fee) }));
  }
}
