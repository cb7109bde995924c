import { randomUUID } from 'node:crypto';
import { sealLedger } from '@jeongsan/books';
import { instantAt } from '@jeongsan/calendar';
import { postLedger } from '@jeongsan/database';
import { payoutPaid, payoutReserved, settlementAvailable, settlementPending } from '@jeongsan/ledger';
import { booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { ProviderApi } from '../provider.js';
import { breaksOf, clientOf, count, mainOf, settings } from '../testing/night.js';
import { WrongProvider } from '../testing/wrong-provider.js';

import { compareBalance } from './compare-balance.js';
import { proveBalance } from './prove-balance.js';

const TODAY = '2026-11-19';
let database: TestDatabase;
let db: DataSource;
let provider: WrongProvider;
let api: ProviderApi;
/** A seller has 50,000 payable; at the provider 30,000 are available and 20,000 pending. */
beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  provider = new WrongProvider();
  api = clientOf(await provider.start());
  await sellerHas(db, 'shop', 50_000n);
  await post(settle('one', 30_000n), settlementAvailable({ ...row('one', 30_000n) }), settle('two', 20_000n));
  provider.balance = { pending: 20_000, available: 30_000 };
}, 60_000);
afterEach(async () => {
  await booksAreSound(db);
  await provider.stop();
  await database.drop();
});

const at = instantAt('2026-11-18', '00:00:00');
const row = (transactionKey: string, amount: bigint) => ({
  ...{ transactionKey, amount, payOutAmount: amount },
  ...{ currency: 'KRW' as const, effectiveAt: at, supplyAmount: 0n, vat: 0n },
});
const settle = (key: string, amount: bigint) => settlementPending(row(key, amount));
const post = (...postings: Parameters<typeof postLedger>[1][number][]) =>
  db.transaction((tx) => postLedger(tx, postings));
const prove = (date = TODAY) => proveBalance(db, mainOf(api), date, settings, () => instantAt(date, '03:00:00'));

/** Books a payout in a state, with its reservation. */
async function payout(state: string, amount: bigint): Promise<string> {
  const id = randomUUID();
  const run = randomUUID();
  const statement = randomUUID();
  const day = `2026-${String(10 + Math.floor(amountsMade / 28)).padStart(2, '0')}-${String((amountsMade % 28) + 1).padStart(2, '0')}`;
  amountsMade += 1;
  await db.query(
    `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values ($1, $2, now(), 'dispatching', 1, $3, 0, 0, '', 'system:payout-scheduler', now())`,
    [run, day, amount],
  );
  // All rows are written in one transaction, because a statement must add up at the commit.
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at)
       values ($1, $2, 'shop', $3, $4, 0, $4, 0, now())`,
      [statement, run, day, amount],
    );
    await tx.query(
      `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency,
         state, payout_date, created_at)
       values ($1::uuid, $1::text, $2, $3, 'shop', 'seller', '', $4, 'KRW', $5, $6, now())`,
      [id, run, statement, amount, state, TODAY],
    );
  });
  await post(payoutReserved({ payoutId: id, sellerId: 'shop', amount, effectiveAt: at }));
  return id;
}
let amountsMade = 0;
const list = (ref: string, amount: number, status: string) =>
  provider.payouts.push({ id: `p-${ref.slice(0, 8)}`, refPayoutId: ref, payoutDate: TODAY, amount, status });

test('books that fit are proven, sealed or not', async () => {
  expect(await prove()).toMatchObject({ ledgerPending: 20_000n, ledgerAvailable: 30_000n, inFlight: 0n });
  await sealLedger(db);
  expect(await prove()).toMatchObject({ ledgerPending: 20_000n, ledgerAvailable: 30_000n, inFlight: 0n });
  expect(await breaksOf(db, 'all')).toEqual([]);
  expect(await count(db, 'reconciliation.balance_proof where proven')).toBe(1);
});

test.each([
  ['BALANCE_PENDING', { pending: 20_001, available: 30_000 }, '20000', '20001'],
  ['BALANCE_AVAILABLE', { pending: 20_000, available: 29_999 }, '30000', '29999'],
])('one won more or less is a break of %s', async (name, balance, expected, found) => {
  provider.balance = balance;
  await prove();
  expect(await breaksOf(db)).toEqual([{ class: name, subject: TODAY, expected, found }]);
  expect(await count(db, 'reconciliation.balance_proof where not proven')).toBe(1);
});

test('the same difference on the next night is the same break; another amount is another; none closes it', async () => {
  provider.balance.pending += 1;
  await prove('2026-11-19');
  await prove('2026-11-20');
  expect(await breaksOf(db, 'all')).toMatchObject([{ subject: '2026-11-19' }]);
  provider.balance.pending += 1;
  await prove('2026-11-21');
  expect(await breaksOf(db)).toMatchObject([{ subject: '2026-11-21', expected: '20000', found: '20002' }]);
  provider.balance.pending -= 2;
  await prove('2026-11-22');
  expect(await breaksOf(db)).toEqual([]);
});

// prettier-ignore
test.each([
  // ours         provider's     taken
  ['in_transit', 'REQUESTED',   true],
  ['in_transit', 'IN_PROGRESS', true],
  ['in_transit', 'COMPLETED',   true],  // completed, and we have not heard of it
  ['in_transit', 'FAILED',      false], // failed, and we have not heard of it
  ['in_transit', 'REJECTED',    false],
  ['submitted',  'REQUESTED',   true],  // the answer to our request is not recorded yet
  ['submitted',  'unlisted',    false],
  ['unknown',    'IN_PROGRESS', true],  // the answer was lost, the batch was not
  ['unknown',    'unlisted',    false],
])('a payout %s with us and %s there: in flight is %s', async (state, status, isTaken) => {
  const id = await payout(state, 8_000n);
  if (status !== 'unlisted') list(id, 8_000, status);
  provider.balance.available = isTaken ? 22_000 : 30_000;
  expect(await prove()).toMatchObject({ inFlight: isTaken ? 8_000n : 0n });
  expect(await breaksOf(db)).toEqual([]);
});

test('a payout that ends between two readings raises no break', async () => {
  const id = await payout('in_transit', 8_000n);
  list(id, 8_000, 'REQUESTED');
  provider.balance.available = 22_000;
  let readings = 0;
  provider.before = ({ pathname }) => {
    // The bank refuses the payout between the listing and the reading of the balance.
    if (pathname === '/v2/balances' && (readings += 1) === 1) {
      provider.balance.available = 30_000;
      for (const p of provider.payouts) p.status = 'FAILED';
    }
  };
  await prove();
  expect(readings).toBe(2);
  expect(await breaksOf(db)).toEqual([]);
});

test('a payout that is posted as paid is no longer in flight', async () => {
  const id = await payout('paid', 8_000n);
  await post(payoutPaid({ payoutId: id, sellerId: 'shop', amount: 8_000n, effectiveAt: at }));
  list(id, 8_000, 'COMPLETED');
  provider.balance.available = 22_000;
  expect(await compareBalance(db, mainOf(api), settings)).toMatchObject({ ledgerAvailable: 22_000n, inFlight: 0n });
  expect(await count(db, 'reconciliation.balance_proof')).toBe(0);
});

test('a balance that cancels made negative shows as zero and is proven', async () => {
  await post(settle('back', -25_000n));
  provider.balance.pending = 0;
  expect(await prove()).toMatchObject({ ledgerPending: -5_000n, providerPending: 0n });
  expect(await breaksOf(db)).toEqual([]);
  expect(await count(db, 'reconciliation.balance_proof where proven')).toBe(1);
});
