import { enqueue, inJob, lockBalances, postLedger, type RunningJob } from '@jeongsan/database';
import { chart, paymentCanceled } from '@jeongsan/ledger';
import { NO_AMOUNTS } from '@jeongsan/settlement';
import { balances, booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import { openSeller } from '../../../testing/closing-world.js';
import { paidOrder } from '../../../testing/market.js';
import { draftRun } from './draft-run.js';
import { policy } from '../../../testing/usual-policy.js';

const at = (date: string) => () => new Date(`${date}T04:00:00+09:00`);
const draft = (date: string) => draftRun(database.db, date, policy, at(date));

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await booksAreSound(database.db);
  const [wrong] = await database.db.query<object[]>(
    `select s.id from payouts.statement s left join payouts.statement_line l on l.statement_id = s.id
      group by s.id having s.movements <> coalesce(sum(l.amount), 0)`,
  );
  expect(wrong).toBeUndefined();
  await database.drop();
});

const seller = (sellerId: string, cycle = 'DAILY') => openSeller(database.db, sellerId, { cycle });
const paidLine = (sellerId: string, maturesOn: string, settlement: 'imported' | 'disputed' | null = 'imported') =>
  paidOrder(database.db, sellerId, [{ share: 100_000, maturesOn }], settlement);

const statements = (sellerId: string) =>
  database.db.query<object[]>(
    `select opening, movements, payout_amount, carried, hold_reason from payouts.statement where seller_id = $1 order by business_date`,
    [sellerId],
  );

test('a line is paid when its time has come and reconciliation has seen its settlement, not before', async () => {
  await seller('a');
  await paidLine('a', '2026-05-08');
  await paidLine('a', '2026-05-09');
  await paidLine('a', '2026-05-08', null);
  await paidLine('a', '2026-05-08', 'disputed');
  await draft('2026-05-08');
  expect(await statements('a')).toEqual([
    { opening: 0n, movements: 8_900n, payout_amount: 8_900n, carried: 0n, hold_reason: null },
  ]);
  expect((await balances(database.db))['seller:a:pending']).toBe(-26_700n);
});

test('drafting the same date again, and from several places at once, changes nothing', async () => {
  for (const id of ['a', 'b', 'c']) {
    await seller(id);
    await paidLine(id, '2026-05-08');
  }
  await Promise.all([draft('2026-05-08'), draft('2026-05-08'), draft('2026-05-08')]);
  await draft('2026-05-08');
  const [run] = await database.db.query<object[]>(`select payout_count, total, state from payouts.run`);
  expect(run).toEqual({ payout_count: 3, total: 26_700n, state: 'draft' });
  expect(await statements('b')).toHaveLength(1);
});

test('a date that waits for an earlier one goes on waiting, also with a clock behind that of its last try', async () => {
  const { db } = database;
  const [wednesday, thursday] = ['2026-05-06', '2026-05-07'];
  const now = at(thursday)();
  await db.transaction((tx) => enqueue(tx, 'payout-run.draft', { businessDate: wednesday }, now));
  await draft(thursday);
  const waiting = () =>
    db.query<(RunningJob & { runAt: Date })[]>(
      `select id, dedupe_key as "dedupeKey", run_at as "runAt" from messaging.outbox
        where data ->> 'businessDate' = $1 and done_at is null order by id`,
      [thursday],
    );
  // The job of each try runs at a worker whose clock has not reached the job's time, and is done after it.
  for (const behindMs of [1, 1_000, 3_600_000]) {
    const [job] = await waiting();
    if (!job) throw new Error('Thursday is not drafted, and nothing will draft it');
    const clock = () => new Date(job.runAt.getTime() - behindMs);
    await inJob(job, () => draftRun(db, thursday, policy, clock));
    await db.query(`update messaging.outbox set done_at = now() where id = $1`, [job.id]);
  }
  expect(await waiting()).toHaveLength(1);
  expect(await db.query(`select from payouts.run`)).toEqual([]);
});

test('a weekly seller is settled on its day, with everything that matured since', async () => {
  await seller('a', 'WEEKLY:WED');
  await paidLine('a', '2026-05-08');
  await paidLine('a', '2026-05-11');
  for (const day of ['08', '09', '10', '11', '12', '13']) await draft(`2026-05-${day}`);
  expect(await statements('a')).toEqual([
    { opening: 0n, movements: 17_800n, payout_amount: 17_800n, carried: 0n, hold_reason: null },
  ]);
});

test('what a seller owes is netted from what it earns next, as a line of its own', async () => {
  await seller('a');
  const effectiveAt = new Date('2026-05-07T01:00:00Z');
  const line = {
    ...NO_AMOUNTS,
    sellerId: 'a',
    paid: 3_000n,
    fromPayable: 0n,
    toDebt: 3_000n,
  };
  await postLedger(database.db, [paymentCanceled({ cancelId: 'c-1', effectiveAt, lines: [line] })]);
  await paidLine('a', '2026-05-08');
  await draft('2026-05-08');
  expect(await statements('a')).toEqual([
    { opening: 0n, movements: 5_900n, payout_amount: 5_900n, carried: 0n, hold_reason: null },
  ]);
  const lines = await database.db.query<{ amount: bigint }[]>(
    `select amount from payouts.statement_line order by amount`,
  );
  expect(lines.map((l) => l.amount)).toEqual([-3_000n, 8_900n]);
  expect((await balances(database.db))['seller:a:debt']).toBe(0n);
});

test('less than the minimum is carried, and paid when it has grown', async () => {
  await seller('a');
  await sellerHas(database.db, 'a', 999n);
  await draft('2026-05-08');
  await sellerHas(database.db, 'a', 1n);
  await draft('2026-05-09');
  expect(await statements('a')).toEqual([
    { opening: 0n, movements: 999n, payout_amount: 0n, carried: 999n, hold_reason: 'BELOW_MINIMUM' },
    { opening: 999n, movements: 1n, payout_amount: 1_000n, carried: 0n, hold_reason: null },
  ]);
});

test('a movement after the cut-off belongs to the next statement, and never makes this one promise too much', async () => {
  await seller('a');
  await sellerHas(database.db, 'a', 10_000n);
  const afterCutoff = new Date('2026-05-08T05:00:00+09:00');
  const line = {
    ...NO_AMOUNTS,
    sellerId: 'a',
    paid: 4_000n,
    fromPayable: 4_000n,
    toDebt: 0n,
  };
  await database.db.transaction(async (tx) => {
    await lockBalances(tx, [chart.sellerPending('a'), chart.sellerPayable('a')]);
    await postLedger(tx, [paymentCanceled({ cancelId: 'c-2', effectiveAt: afterCutoff, lines: [line] })]);
  });
  await draft('2026-05-08');
  await draft('2026-05-09');
  expect(await statements('a')).toEqual([
    { opening: 0n, movements: 10_000n, payout_amount: 6_000n, carried: 4_000n, hold_reason: null },
    { opening: 4_000n, movements: -4_000n, payout_amount: 0n, carried: 0n, hold_reason: null },
  ]);
});
