import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import {
  NIGHT,
  refund,
  type Refund,
  type Sale,
  sell,
  settlementOf,
  SOLD_ON,
  listCorrectly,
  transactionOf,
} from '../testing/market-day.js';
import { breaksOf, clientOf, count, type FoundBreak, night } from '../testing/night.js';
import { type WireSettlement, type WireTransaction, WrongProvider } from '../testing/wrong-provider.js';

let database: TestDatabase;
let db: DataSource;
let provider: WrongProvider;
let api: ProviderApi;
let sales: [Sale, Sale, Sale];
let cancel: Refund;
/**
 * Three sales and a refund, listed correctly; each test changes one record. The keys are txn-a, txn-b, txn-c and
 * txn-back.
 */
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  provider = new WrongProvider();
  api = clientOf(await provider.start());
  sales = [await sell(db, 'a', 10_000n), await sell(db, 'b', 20_000n), await sell(db, 'c', 30_000n)];
  cancel = await refund(db, sales[2], 'back', 4_000n);
  listCorrectly(provider, [...sales, cancel]);
}, 60_000);
afterEach(async () => {
  await booksAreSound(db);
  await provider.stop();
  await database.drop();
});

const row = (key: string): WireSettlement => found(provider.settlements.find((s) => s.transactionKey === key));
const listed = (key: string): WireTransaction => found(provider.transactions.find((t) => t.transactionKey === key));
function found<T>(it: T | undefined): T {
  if (it === undefined) throw new Error('The test names nothing');
  return it;
}
const drop = (key: string) => {
  provider.settlements = provider.settlements.filter((s) => s.transactionKey !== key);
};
const unlist = (key: string) => {
  provider.transactions = provider.transactions.filter((t) => t.transactionKey !== key);
};
/** A sale that only the provider has. */
const foreign: Sale = {
  paymentId: '',
  paymentKey: 'pay-x',
  orderId: 'order-x',
  transactionKey: 'txn-x',
  amount: 5_000n,
  approvedAt: new Date(`${SOLD_ON}T13:00:00+09:00`),
};
const foreignCancel: Refund = {
  sale: foreign,
  transactionKey: 'txn-y',
  amount: 5_000n,
  canceledAt: foreign.approvedAt,
};
const turnOver = (s: WireSettlement) =>
  Object.assign(s, {
    ...{ amount: -s.amount, fee: -s.fee, supplyAmount: -s.supplyAmount, vat: -s.vat, payOutAmount: -s.payOutAmount },
    fees: s.fees.map((f) => ({ ...f, fee: -f.fee })),
  });
function swap(one: WireSettlement, other: WireSettlement): void {
  const key = one.transactionKey;
  one.transactionKey = other.transactionKey;
  other.transactionKey = key;
}

type Case = readonly [
  what: string,
  spoil: () => void,
  breaks: readonly (readonly [string, string, string | null, string | null])[],
];
// prettier-ignore
const seeded: readonly Case[] = [
  ['nothing is wrong',                          () => undefined,                                             []],
  ['a settlement row is missing',               () => drop('txn-a'),                                         [['MISSING_SETTLEMENT', 'txn-a', '10000', null]]],
  ['the row of a cancel is missing',            () => drop('txn-back'),                                      [['MISSING_SETTLEMENT', 'txn-back', '-4000', null]]],
  ['a settlement row is nobody\'s',             () => provider.settlements.push(settlementOf(foreign)),      [['UNKNOWN_SETTLEMENT', 'txn-x', null, '5000 KRW']]],
  ['a cancel row is nobody\'s',                 () => provider.settlements.push(settlementOf(foreignCancel)), [['ORPHAN_CANCEL', 'txn-y', null, '-5000 KRW']]],
  ['a row is a won too high',                   () => row('txn-a').amount += 1,                              [['SETTLEMENT_AMOUNT', 'txn-a', '10000 KRW', '10001 KRW']]],
  ['a row is a won too low, and adds up',       () => { row('txn-a').amount -= 1; row('txn-a').payOutAmount -= 1; }, [['SETTLEMENT_AMOUNT', 'txn-a', '10000 KRW', '9999 KRW']]],
  ['a row is in dollars',                       () => row('txn-a').currency = 'USD',                         [['SETTLEMENT_CURRENCY', 'txn-a', '10000 KRW', '10000.00 USD']]],
  ['a cancel came with the sign of a sale',     () => turnOver(row('txn-back')),                             [['SETTLEMENT_SIGN', 'txn-back', '-4000 KRW', '4000 KRW']]],
  ['only the amount of a cancel is turned',     () => row('txn-back').amount *= -1,                          [['SETTLEMENT_SIGN', 'txn-back', '-4000 KRW', '4000 KRW']]],
  ['a fee is a won too high',                   () => row('txn-a').fee += 1,                                 [['SETTLEMENT_ARITHMETIC', 'txn-a', 'fee 330', 'fee 331, fees 330']]],
  ['the fees do not sum to the fee',            () => row('txn-a').fees.push({ type: 'ETC', fee: 5 }),       [['SETTLEMENT_ARITHMETIC', 'txn-a', 'fee 330', 'fee 330, fees 335']]],
  ['the VAT is a won too low',                  () => row('txn-a').vat -= 1,                                 [['SETTLEMENT_VAT', 'txn-a', 'supply + VAT 330, VAT 30', 'supply 300, VAT 29']]],
  ['what is paid out is a won too low',         () => row('txn-a').payOutAmount -= 1,                        [['SETTLEMENT_PAYOUT_AMOUNT', 'txn-a', '9670', '9669']]],
  ['a row is listed twice',                     () => provider.settlements.push({ ...row('txn-a') }),        [['DUPLICATE_SETTLEMENT', 'txn-a', '1 row', '2 rows']]],
  ['a row is listed twice on one page',         () => provider.settlements.unshift({ ...row('txn-a') }),     [['DUPLICATE_SETTLEMENT', 'txn-a', '1 row', '2 rows']]],
  ['two rows have each other\'s key',           () => swap(row('txn-a'), row('txn-b')),                      [['SWAPPED_KEYS', 'txn-a txn-b', '10000 of pay-a', '20000 of pay-b']]],
  ['a row names another payment',               () => row('txn-a').paymentKey = 'pay-b',                     [['SETTLEMENT_PAYMENT', 'txn-a', 'payment pay-a', 'payment pay-b']]],
  ['a transaction is not listed',               () => unlist('txn-a'),                                       [['MISSING_TRANSACTION', 'txn-a', '10000', null]]],
  ['a transaction and its row are missing',     () => { unlist('txn-a'); drop('txn-a'); },                   [['MISSING_TRANSACTION', 'txn-a', '10000', null]]],
  ['a transaction is nobody\'s',                () => provider.transactions.push(transactionOf(foreign)),    [['UNKNOWN_TRANSACTION', 'txn-x', null, '5000 KRW']]],
  ['a sale was never booked',                   () => listCorrectly(provider, [foreign]),                             [['UNKNOWN_TRANSACTION', 'txn-x', null, '5000 KRW']]],
  ['a cancel was never booked',                 () => listCorrectly(provider, [foreignCancel]),                       [['ORPHAN_CANCEL', 'txn-y', null, '-5000 KRW']]],
  ['a transaction is a won too high',           () => listed('txn-a').amount += 1,                           [['TRANSACTION_AMOUNT', 'txn-a', '10000 KRW', '10001 KRW']]],
  ['a transaction and its row are too high',    () => { listed('txn-a').amount += 1; row('txn-a').amount += 1; row('txn-a').payOutAmount += 1; }, [['TRANSACTION_AMOUNT', 'txn-a', '10000 KRW', '10001 KRW']]],
  ['a transaction is in yen',                   () => listed('txn-a').currency = 'JPY',                      [['TRANSACTION_CURRENCY', 'txn-a', '10000 KRW', '10000 JPY']]],
  ['a cancel is listed as a sale',              () => listed('txn-back').status = 'DONE',                    [['TRANSACTION_SIGN', 'txn-back', '-4000 KRW', '4000 KRW']]],
];

test.each(seeded)('%s: told once, under its own name, and by no later night again', async (_, spoil, breaks) => {
  spoil();
  const told: FoundBreak[] = breaks.map(([name, subject, expected, got]) => ({
    class: name,
    subject,
    expected,
    found: got,
  }));
  await night(db, api, NIGHT);
  expect(await breaksOf(db)).toEqual(told);
  await night(db, api, '2026-11-20');
  expect(await breaksOf(db, 'all')).toEqual(told);
  expect(await count(db, `messaging.event where type = 'settlement.break-opened'`)).toBe(told.length);
});
