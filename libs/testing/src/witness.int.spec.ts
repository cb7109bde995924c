import { randomUUID } from 'node:crypto';
import { postLedger, readClock, setClock } from '@jeongsan/database';
import { payoutReserved } from '@jeongsan/ledger';
import { wronglyReserved, placeWitness, sellerHas, storeSellers, testDatabase, type TestDatabase } from './index.js';

const NOON = new Date('2026-11-20T03:00:00Z');
const DATE = '2026-11-20';
const AMOUNT = 10_000n;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await setClock(database.db, NOON, new Date());
  await placeWitness(database.db);
  await storeSellers(database.db, [{ sellerId: 'seller-a', providerSellerId: 'seller_1', state: 'approved' }]);
  await sellerHas(database.db, 'seller-a', AMOUNT);
});
afterAll(() => database.drop());

const reservedPayout = (payoutId: string): Promise<void> =>
  database.db.transaction(async (tx) => {
    const [runId, statementId] = [randomUUID(), randomUUID()];
    await tx.query(
      `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
     values ($1, $3, $2, 'draft', 0, 0, 0, 0, '', 'system:payout-scheduler', $2)`,
      [runId, NOON, DATE],
    );
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at, stated_through)
     values ($1, $2, 'seller-a', $3, $4, 0, $4, 0, now(), 0)`,
      [statementId, runId, DATE, AMOUNT.toString()],
    );
    await tx.query(
      `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint, amount, currency, state, created_at)
     values ($1, $6, $2, $3, 'seller-a', 'seller_1', 'account of seller-a', $4, 'KRW', 'reserved', $5)`,
      [payoutId, runId, statementId, AMOUNT.toString(), NOON, payoutId],
    );
  });
const become = (payoutId: string, state: string) =>
  database.db.query(`update payouts.payout set state = $2 where id = $1`, [payoutId, state]);

test('money that no open payout promises, and a promise without its money, are told; every step is written down', async () => {
  const payoutId = randomUUID();
  expect(await wronglyReserved(database.db)).toEqual([]);
  await reservedPayout(payoutId);
  expect(await wronglyReserved(database.db)).toEqual(['seller-a has 0 won reserved for open payouts of 10000']);
  await database.db.transaction((tx) =>
    postLedger(tx, [payoutReserved({ payoutId, sellerId: 'seller-a', amount: AMOUNT, effectiveAt: NOON })]),
  );
  expect(await wronglyReserved(database.db)).toEqual([]);
  for (const state of ['submitted', 'unknown', 'parked']) {
    await become(payoutId, state);
    expect(await wronglyReserved(database.db)).toEqual([]);
  }
  await become(payoutId, 'released');
  expect(await wronglyReserved(database.db)).toEqual(['seller-a has 10000 won reserved for open payouts of 0']);

  const moved = await database.db.query<{ was: string | null; became: string; at: Date }[]>(
    `select was, became, at from witness.moved where payout_id = $1 order by n`,
    [payoutId],
  );
  expect(moved.map(({ was, became }) => [was, became])).toEqual([
    [null, 'reserved'],
    ['reserved', 'submitted'],
    ['submitted', 'unknown'],
    ['unknown', 'parked'],
    ['parked', 'released'],
  ]);
  const now = await readClock(database.db);
  for (const { at } of moved) expect(at >= NOON && at <= now).toBe(true);
});
