import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { addDays, instantAt } from '@jeongsan/calendar';
import { won } from '@jeongsan/money';
import { recordLists } from '@jeongsan/provider-client';
import {
  balances,
  booksAreSound,
  startSandbox,
  testDatabase,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import { bookSale, bookUnallocated, type Sale } from '../testing/market-day.js';
import { breaksOf, night } from '../testing/night.js';

// A long time-out: the test runs a week of nights over the real sandbox.
jest.setTimeout(60_000);
const MONDAY = '2026-11-16';
const FRIDAY = '2026-11-20';
let sandbox: Sandbox;
let database: TestDatabase;
beforeAll(async () => {
  [sandbox, database] = await Promise.all([startSandbox(join(__dirname, '../../..')), testDatabase()]);
}, 60_000);
afterAll(async () => {
  await booksAreSound(database.db);
  await Promise.all([sandbox.stop(), database.drop()]);
});

const moveTo = (now: Date) => sandbox.control.setClock({ body: { now, mode: 'frozen' } });

/** A reservation that the buyer pays on the telephone: only the session names the payment. */
async function payByTelephone(amount: bigint): Promise<Sale> {
  const { entityBody: reservation } = await sandbox.api.createReservation({
    body: {
      arsType: 'PAYMENT',
      payment: { method: 'CARD', amount: won(amount), orderName: '이불', customerMobilePhone: '01012345678' },
      reserveNumber: String(10_000_000n + amount),
    },
  });
  await sandbox.control.callArs({ params: { id: reservation.id }, body: {} });
  const { entityBody: session } = await sandbox.api.getArsSession({ query: { arsReservationId: reservation.id } });
  const paymentKey = session.paymentId ?? '';
  const { orderId, lastTransactionKey, approvedAt } = await sandbox.api.getPayment({ params: { paymentKey } });
  const known = { paymentKey, orderId, amount, transactionKey: lastTransactionKey ?? '' };
  return { paymentId: randomUUID(), ...known, approvedAt: approvedAt ?? new Date(0) };
}

const openNight = async (date: string): Promise<void> => {
  await moveTo(instantAt(date, '03:00:00'));
  const { baseUrl, secretKey, api } = sandbox;
  await night(database.db, { ...api, ...recordLists({ baseUrl, secretKey, now: () => new Date() }) }, date);
};
const proven = async (date: string): Promise<boolean | undefined> => {
  const [proof] = await database.db.query<{ proven: boolean }[]>(
    'select proven from reconciliation.balance_proof where business_date = $1',
    [date],
  );
  return proof?.proven;
};

/** Open breaks, except of money that waits for its order. */
const otherBreaks = async () => (await breaksOf(database.db)).filter((found) => found.class !== 'UNALLOCATED');

test('every night is proven over payments on the telephone, with an order and without', async () => {
  await moveTo(instantAt(MONDAY, '10:00:00'));
  await bookSale(database.db, await payByTelephone(30_000n));
  await bookUnallocated(database.db, await payByTelephone(20_000n));
  for (let date = addDays(MONDAY, 1); date <= FRIDAY; date = addDays(date, 1)) {
    await openNight(date);
    expect([date, await proven(date), await otherBreaks()]).toEqual([date, true, []]);
  }
  const books = await balances(database.db);
  expect(books['provider:receivable']).toBe(0n);
  expect(books['provider:available']).toBe((await sandbox.control.readBook({})).settledPayOut);
  expect(books['unallocated']).toBe(-20_000n);
});

test('a payment on the telephone that is booked a night late leaves no later night unproven', async () => {
  await moveTo(instantAt(FRIDAY, '10:00:00'));
  const late = await payByTelephone(40_000n);
  await openNight('2026-11-21');
  expect(await breaksOf(database.db)).toMatchObject([{ class: 'UNKNOWN_TRANSACTION', subject: late.transactionKey }]);
  await bookUnallocated(database.db, late);
  for (let date = '2026-11-22'; date <= '2026-11-27'; date = addDays(date, 1)) {
    await openNight(date);
    expect([date, await proven(date), await otherBreaks()]).toEqual([date, true, []]);
  }
  expect((await balances(database.db))['provider:receivable']).toBe(0n);
});
