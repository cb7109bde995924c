import { randomUUID } from 'node:crypto';
import { balances, booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import {
  dayOf,
  draftedAt,
  hold,
  openSeller,
  refund,
  releaseHolds,
  type Sale,
  sell,
} from '../../testing/closing-world.js';
import { policy } from '../../testing/usual-policy.js';
import { statementsAreSound } from '../../testing/statement-proofs.js';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';

// A database for every test, on a machine that may be busy with others.
jest.setTimeout(30_000);
let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await booksAreSound(database.db);
  await statementsAreSound(database.db);
  await database.drop();
});

const before = (day: number): Date => new Date(draftedAt(dayOf(day)).getTime() - 60_000);
async function sold(day: number, amount: bigint): Promise<Sale> {
  const sale = { orderId: `order-${randomUUID()}`, sellerId: 'a', amount, at: before(day) };
  await sell(database.db, sale);
  return sale;
}
const refunded = (sale: Sale, day: number, amount: bigint, isDone = true) =>
  refund(database.db, sale, { cancelId: randomUUID(), amount, at: before(day), isDone });

/** Drafts the day's run and returns the seller's statement; undefined if there is none. */
async function statementOf(day: number): Promise<Record<string, unknown> | undefined> {
  await draftRun(database.db, dayOf(day), policy, () => draftedAt(dayOf(day)));
  const [statement] = await database.db.query<Record<string, unknown>[]>(
    `select * from payouts.statement where seller_id = 'a' and business_date = $1`,
    [dayOf(day)],
  );
  return statement;
}

test('no amount, and no number of an entry, is too large for a statement: all of them beyond 2^31', async () => {
  await database.db.query(`select setval(pg_get_serial_sequence('ledger.entry', 'id'), 5000000000)`);
  await openSeller(database.db, 'a', { taxType: 'WITHHOLDING', reserve: { kind: 'ROLLING', rate: 10_000, days: 2 } });
  const sale = await sold(0, 100_000_000_000n);
  await hold(database.db, { sellerId: 'a', amount: 5_000_000_000n });
  const first = await statementOf(0);
  expect(first).toMatchObject({
    ...{
      movements: 87_530_000_000n,
      withheld: 3_300_000_000n,
      taxable: 100_000_000_000n,
      taxable_to_date: 100_000_000_000n,
    },
    ...{
      reserve_held: 9_170_000_000n,
      held_back: 5_000_000_000n,
      carried: 5_000_000_000n,
      payout_amount: 82_530_000_000n,
    },
    ...{ withheld_to_date: 3_300_000_000n },
  });
  expect(first?.['stated_through']).toBeGreaterThan(5_000_000_000n);
  await releaseHolds(database.db, 'a');
  expect(await statementOf(1)).toMatchObject({ opening: 5_000_000_000n });
  expect(await statementOf(2)).toMatchObject({ reserve_released: 9_170_000_000n });
  await refunded(sale, 3, 50_000_000_000n);
  await sold(3, 10_000_000_000n);
  expect((await statementOf(3))?.['debt_netted']).toBeGreaterThan(2n ** 31n);
});

test('an order on hold is carried from statement to statement while the rest is paid, and paid when it is released', async () => {
  await openSeller(database.db, 'a');
  const { orderId } = await sold(0, 10_000n);
  await sold(0, 5_000n);
  await hold(database.db, { sellerId: 'a', orderId });
  const waiting = { held_back: 10_000n, carried: 10_000n, hold_reason: 'HELD_ORDER' };
  expect(await statementOf(0)).toMatchObject({ payout_amount: 5_000n, ...waiting });
  await sold(1, 3_000n);
  expect(await statementOf(1)).toMatchObject({ payout_amount: 3_000n, ...waiting });
  await releaseHolds(database.db, 'a');
  expect(await statementOf(2)).toMatchObject({ payout_amount: 10_000n, held_back: 0n, carried: 0n, hold_reason: null });
});

test('a hold on an order that was paid holds nothing, and one that has ended neither', async () => {
  await openSeller(database.db, 'a');
  const { orderId } = await sold(0, 10_000n);
  await statementOf(0);
  await hold(database.db, { sellerId: 'a', orderId });
  await hold(database.db, { sellerId: 'a', amount: 1_000n, releaseOn: dayOf(1) });
  await sold(1, 3_000n);
  expect(await statementOf(1)).toMatchObject({ payout_amount: 3_000n, held_back: 0n, hold_reason: null });
});

test('what was refunded of an order on hold is not held', async () => {
  await openSeller(database.db, 'a');
  const sale = await sold(0, 10_000n);
  await sold(0, 5_000n);
  await hold(database.db, { sellerId: 'a', orderId: sale.orderId });
  await refunded(sale, 0, 4_000n);
  expect(await statementOf(0)).toMatchObject({ payout_amount: 5_000n, held_back: 6_000n, carried: 6_000n });
});

test('a cancel that is asked for is kept back before it takes anything', async () => {
  await openSeller(database.db, 'a');
  await refunded(await sold(0, 10_000n), 0, 4_000n, false);
  expect(await statementOf(0)).toMatchObject({
    payout_amount: 6_000n,
    held_back: 4_000n,
    hold_reason: 'FUTURE_DEBITS',
  });
});

test('a reserve comes back on its day, although nothing else moved', async () => {
  await openSeller(database.db, 'a', { reserve: { kind: 'ROLLING', rate: 10_000, days: 2 } });
  await sold(0, 20_000n);
  expect(await statementOf(0)).toMatchObject({ payout_amount: 18_000n, reserve_held: 2_000n, movements: 18_000n });
  expect(await statementOf(1)).toBeUndefined();
  expect(await statementOf(2)).toMatchObject({ payout_amount: 2_000n, reserve_released: 2_000n, reserve_held: 0n });
});

test('tax that a refund after payout gives back goes towards the debt it left', async () => {
  await openSeller(database.db, 'a', { taxType: 'WITHHOLDING' });
  const sale = await sold(0, 100_000n);
  expect(await statementOf(0)).toMatchObject({ payout_amount: 96_700n, withheld: 3_300n, taxable: 100_000n });
  await refunded(sale, 1, 100_000n);
  expect(await statementOf(1)).toMatchObject({
    withheld: -3_300n,
    debt_netted: 3_300n,
    taxable: -100_000n,
    payout_amount: 0n,
  });
  expect(await balances(database.db)).toMatchObject({ 'platform:withholding': 0n, 'seller:a:debt': 96_700n });
  // Earnings that net a debt are taxed like all earnings.
  await sold(2, 200_000n);
  expect(await statementOf(2)).toMatchObject({ debt_netted: 96_700n, withheld: 6_600n, payout_amount: 96_700n });
});
