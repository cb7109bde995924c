import { instantAt } from '@jeongsan/calendar';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { balanceAt } from '../../explanations/balance-at/balance-at.js';
import { explainPayout } from '../../explanations/explain-payout/explain-payout.js';
import { SettledMarket } from '../../testing/settled-market.js';
import { policy } from '../../testing/usual-policy.js';
import { balancePause } from '../dispatch/dispatch-control/read-control.js';
import { coverOfRuns, runsShortOfFunds, totalCover } from './balance-cover.js';
import { recordBalance } from './balance-readings.js';

const FRIDAY = '2026-05-08';
const now = instantAt(FRIDAY, '20:00:00');
const words = { lang: 'en', audience: 'seller' } as const;

let database: TestDatabase;
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

test('a short balance is the same everywhere: for the run, for everything that waits, for the seller', async () => {
  database = await testDatabase();
  const { db } = database;
  const market = new SettledMarket(db);
  for (const id of ['a', 'b']) await market.seller(id, { cycle: 'DAILY' });
  await market.order([{ sellerId: 'a', amount: 100_000n, maturesOn: '2026-05-07' }]);
  await market.draft('2026-05-07');
  await market.order([{ sellerId: 'b', amount: 200_000n }], '2026-05-07');
  await market.draft(FRIDAY);
  await db.query(`update payouts.run set state = 'dispatching'`);
  await recordBalance(db, { available: 120_000n, pending: 0n }, instantAt(FRIDAY, '09:00:00'));
  // 89,000 of Thursday's run are covered; of Friday's 178,000 won 31,000 are. 97,800 and 195,600 are expected.
  await db.query(
    `update reconciliation.settlement set paid_out_date = case sold_date when '2026-05-07' then date '2026-05-12' else date '2026-05-11' end`,
  );
  const runs = await coverOfRuns(db, policy.calendar, now);
  expect(runs).toMatchObject([
    { source: 'PROVIDER', free: 120_000n, waiting: 89_000n, shortBy: 0n, fundsOn: null },
    { source: 'PROVIDER', free: 120_000n, waiting: 178_000n, shortBy: 147_000n, fundsOn: '2026-05-12' },
  ]);
  expect(totalCover(runs, () => true)).toMatchObject({ waiting: 267_000n, shortBy: 147_000n, fundsOn: '2026-05-12' });
  expect(runs.map((run) => balancePause(run)?.reason ?? null)).toEqual([null, 'BALANCE']);

  const short = await runsShortOfFunds(db, policy.calendar, now);
  expect([...short.values()]).toEqual(['2026-05-12']);
  const [payout] = await market.payouts('b');
  const { reason } = await explainPayout(db, payout?.id ?? '', words, short);
  expect(reason).toMatchObject({ code: 'WAITS_FOR_FUNDS', date: '2026-05-12' });
  expect(reason.text).toMatch(/^Your payout is sent once the funds of the sales have arrived/);
  const { expected } = await balanceAt(db, 'b', words, policy, now);
  expect(expected).toMatchObject([{ account: 'reserved', reason: { code: 'WAITS_FOR_FUNDS', date: '2026-05-12' } }]);
  const others = await balanceAt(db, 'a', words, policy, now);
  expect(others.expected).toMatchObject([{ account: 'reserved', reason: { code: 'WAITS_FOR_DISPATCH' } }]);

  // What was sent after the reading is not counted twice; a later reading ends the shortage.
  await market.advance((await market.payouts('a'))[0]?.id ?? '', FRIDAY, ['submit', 'accept']);
  expect(await coverOfRuns(db, policy.calendar, now)).toMatchObject([{ free: 31_000n, shortBy: 147_000n }]);
  await recordBalance(db, { available: 178_000n, pending: 0n }, instantAt(FRIDAY, '19:00:00'));
  expect(await coverOfRuns(db, policy.calendar, now)).toMatchObject([{ free: 178_000n, shortBy: 0n, fundsOn: null }]);
  expect((await runsShortOfFunds(db, policy.calendar, now)).size).toBe(0);
});
