import { instantAt } from '@jeongsan/calendar';
import type { Caller } from '@jeongsan/nest-kit';
import { plainTerms } from '@jeongsan/settlement';
import { balances, booksAreSound, sellerHas, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { EntityManager } from 'typeorm';
import { approveRun } from '../approve-run/approve-run.js';
import { SCHEDULER } from '../../payout-store/decider.js';
import { draftRun } from '../draft-run/draft-run.js';
import { placeHold } from '../../../closing/place-hold/place-hold.js';
import { readRunDetail, readRuns } from '../read-runs/read-runs.js';
import { requestRun } from '../request-run/request-run.js';
import { addTerms } from '../../../terms/set-terms/set-terms.js';
import { expireRun, enqueueExpiries, rejectRun, releaseRun } from '../withdraw-run/withdraw-run.js';
import { previewRun } from './preview-run.js';
import { readLeftOut } from './read-left-out.js';
import { policy } from '../../../testing/usual-policy.js';
import { personOf } from '../../../testing/people.js';

const kim = personOf('kim');
const rules = { limits: null, reauthThreshold: 1_000_000_000n, reauthSeconds: 900 };
const at = (date: string, time = '04:00:00') => instantAt(date, time);
const draft = (date: string) => draftRun(database.db, date, policy, () => at(date));
const run = async (index = 0) => {
  const { items } = await readRuns(database.db, {});
  const found = items[index];
  if (!found) throw new Error('There is no run');
  return found;
};
const preview = async () => previewRun(database.db, (await run()).id, { factor: 3, payouts: 5 });
const inTransaction = <T>(work: (tx: EntityManager) => Promise<T>) => database.db.transaction(work);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await booksAreSound(database.db);
  await database.drop();
});

async function seller(sellerId: string, fingerprint = `print-${sellerId}`): Promise<void> {
  await database.db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', $3, '', 'approved', $1, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`, fingerprint],
  );
  await addTerms(database.db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms() }, 'key:market', new Date());
}
/** Gives the seller payable money before the cut-off of the date's run. */
const earns = (sellerId: string, date: string, amount: bigint) =>
  sellerHas(database.db, sellerId, amount, at(date, '00:00:00'));
/** Marks all payouts so far as sent. */
const sent = (date: string) =>
  database.db.query(`update payouts.payout set submitted_at = $1 where submitted_at is null`, [at(date, '09:00:00')]);

test('a preview shows totals, the change since the last run, outliers, what is left out, and what comes late', async () => {
  for (const id of ['steady', 'grows', 'moves']) await seller(id);
  await seller('twin-1', 'print-twins');
  await seller('twin-2', 'print-twins');
  for (const [day, amounts] of [
    ['2026-05-06', { steady: 10_000n, grows: 10_000n, moves: 40_000n }],
    ['2026-05-07', { steady: 10_000n, grows: 20_000n, moves: 30_000n }],
  ] as const) {
    for (const [id, amount] of Object.entries(amounts)) await earns(id, day, amount);
    await draft(day);
    await sent(day);
  }
  await database.db.query(`update onboarding.seller set account_fingerprint = 'new' where seller_id = 'moves'`);
  await database.db.query(`update onboarding.seller set account_held_until = null where seller_id = 'moves'`);
  // The seller `grows` has an average of 15,000: three times that is no outlier, one won more is.
  for (const [id, amount] of Object.entries({ steady: 10_000n, grows: 45_001n, moves: 20_000n, 'twin-1': 5_000n }))
    await earns(id, '2026-05-08', amount);
  await earns('twin-2', '2026-05-08', 7_000n);
  await placeHold(database.db, 'twin-2', 'OPERATOR', null, at('2026-05-07'));
  await draft('2026-05-08');
  await sellerHas(database.db, 'steady', 3_000n, at('2026-05-08'));
  await sellerHas(database.db, 'grows', 400n, at('2026-05-08', '05:00:00'));

  const shown = await preview();
  expect(shown.run).toMatchObject({ businessDate: '2026-05-08', state: 'draft', approvalRequired: true });
  expect(shown.totals).toEqual({
    sellers: 5,
    payouts: 4,
    paid: 80_001n,
    opening: 0n,
    gross: 87_001n,
    reserveReleased: 0n,
    debtNetted: 0n,
    withheld: 0n,
    reserveHeld: 0n,
    carried: 7_000n,
  });
  expect(shown.delta).toEqual({
    runId: (await run(1)).id,
    businessDate: '2026-05-07',
    total: 20_001n,
    payoutCount: 1,
    increases: [
      { sellerId: 'grows', amount: 45_001n, previous: 20_000n, change: 25_001n },
      { sellerId: 'twin-1', amount: 5_000n, previous: 0n, change: 5_000n },
    ],
    decreases: [{ sellerId: 'moves', amount: 20_000n, previous: 30_000n, change: -10_000n }],
  });
  expect(shown.outliers).toEqual({
    counts: [
      { reason: 'ABOVE_AVERAGE', sellers: 1, amount: 45_001n },
      { reason: 'ACCOUNT_CHANGED', sellers: 1, amount: 20_000n },
      { reason: 'FIRST_PAYOUT', sellers: 1, amount: 5_000n },
      { reason: 'SHARED_ACCOUNT', sellers: 1, amount: 5_000n },
    ],
    sellers: [
      { sellerId: 'grows', amount: 45_001n, average: 15_000n, reasons: ['ABOVE_AVERAGE'] },
      { sellerId: 'moves', amount: 20_000n, average: 35_000n, reasons: ['ACCOUNT_CHANGED'] },
      { sellerId: 'twin-1', amount: 5_000n, average: null, reasons: ['FIRST_PAYOUT', 'SHARED_ACCOUNT'] },
    ],
  });
  expect(shown.leftOut).toEqual([{ reason: 'OPERATOR', sellers: 1, amount: 7_000n }]);
  expect(shown.late).toEqual({ count: 2, amount: 3_400n });
  await draft('2026-05-09');
  expect((await preview()).late).toEqual({ count: 0, amount: 0n });
});

test('what is left out is paged by seller and can be asked for by reason', async () => {
  for (const id of ['a', 'b', 'c', 'd']) {
    await seller(id);
    await earns(id, '2026-05-08', id === 'd' ? 500n : 5_000n);
    if (id !== 'd') await placeHold(database.db, id, 'OPERATOR', null, at('2026-05-07'));
  }
  await draft('2026-05-08');
  const { id } = await run();
  const first = await readLeftOut(database.db, id, { limit: 2 });
  expect(first).toEqual({
    items: [
      { sellerId: 'a', reason: 'OPERATOR', amount: 5_000n },
      { sellerId: 'b', reason: 'OPERATOR', amount: 5_000n },
    ],
    nextCursor: 'b',
  });
  const rest = await readLeftOut(database.db, id, { limit: 2, after: 'b' });
  expect([rest.items.map((item) => item.sellerId), rest.nextCursor]).toEqual([['c', 'd'], null]);
  const small = await readLeftOut(database.db, id, { reason: 'BELOW_MINIMUM' });
  expect(small.items).toEqual([{ sellerId: 'd', reason: 'BELOW_MINIMUM', amount: 500n }]);
});

test('a rejected run is given back and paid with the next one; its date is not drafted again', async () => {
  await seller('a');
  await earns('a', '2026-05-08', 10_000n);
  await draft('2026-05-08');
  const { id, contentHash } = await run();
  const reject = () => inTransaction((tx) => rejectRun(tx, id, kim, 'looks wrong', at('2026-05-08', '08:00:00')));
  await inTransaction((tx) =>
    approveRun(tx, id, contentHash, { kind: 'person', caller: kim, rules }, policy, at('2026-05-08', '07:00:00')),
  );
  await reject(); // An approval can be withdrawn until the run is locked.
  await reject();
  await releaseRun(database.db, id, () => at('2026-05-08', '08:00:00'));
  expect((await balances(database.db))['seller:a:payable']).toBe(-10_000n);
  await expect(
    inTransaction((tx) => requestRun(tx, '2026-05-08', kim, at('2026-05-08', '09:00:00'))),
  ).rejects.toMatchObject({ code: 'RUN_DATE_TAKEN' });
  await draft('2026-05-09');
  expect(await run()).toMatchObject({ businessDate: '2026-05-09', total: 10_000n });
  const { decisions } = await readRunDetail(database.db, id);
  expect(decisions.map(({ action, by, role, detail }) => [action, by, role, detail])).toEqual([
    ['drafted', 'system:payout-scheduler', 'schedule', null],
    ['approved', 'person:kim', 'approver', null],
    ['rejected', 'person:kim', 'approver', 'looks wrong'],
  ]);
  expect((await preview()).delta).toBeNull(); // nothing to compare with: the only run before it was given up
});

test('decisions stay as they were taken', async () => {
  await seller('a');
  await earns('a', '2026-05-08', 10_000n);
  await draft('2026-05-08');
  const { db } = database;
  await expect(db.query(`update payouts.run_decision set decided_by = 'person:lee'`)).rejects.toThrow(
    'a decision stays',
  );
  await expect(db.query(`delete from payouts.run_decision`)).rejects.toThrow('a decision stays');
  await expect(db.query(`update payouts.run set total = total + 1`)).rejects.toThrow('stays as it was shown');
});

test('a run nobody acts on for thirty days expires, and not a moment before', async () => {
  await seller('a');
  await earns('a', '2026-05-08', 10_000n);
  await draft('2026-05-08');
  const { id } = await run();
  const promised = async (now: Date) => {
    await inTransaction((tx) => enqueueExpiries(tx, now));
    return database.db.query<object[]>(`select data from messaging.outbox where job = 'payout-run.expire'`);
  };
  const almost = new Date(at('2026-06-07').getTime() - 1);
  expect(await promised(almost)).toEqual([]);
  await inTransaction((tx) => expireRun(tx, id, almost));
  expect(await run()).toMatchObject({ state: 'draft' });
  expect(await promised(at('2026-06-07'))).toEqual([{ data: { runId: id } }]);
  await inTransaction((tx) => expireRun(tx, id, at('2026-06-07')));
  await releaseRun(database.db, id, () => at('2026-06-07'));
  expect(await run()).toMatchObject({ state: 'expired' });
  expect((await balances(database.db))['seller:a:payable']).toBe(-10_000n);
  const late = inTransaction((tx) =>
    approveRun(tx, id, '', { kind: 'person', caller: kim, rules }, policy, at('2026-06-08')),
  );
  await expect(late).rejects.toMatchObject({ code: 'RUN_STATE' });
});

test('a run on request is drafted now, by whom it was asked for, who cannot approve it', async () => {
  await seller('a');
  await earns('a', '2026-05-08', 10_000n);
  const now = at('2026-05-08', '10:00:00');
  const request = (date: string) => inTransaction((tx) => requestRun(tx, date, kim, now));
  await expect(request('2026-05-09')).rejects.toMatchObject({ code: 'RUN_DATE_IN_FUTURE', status: 422 });
  const id = await request('2026-05-08');
  await expect(request('2026-05-08')).rejects.toMatchObject({ code: 'RUN_DATE_TAKEN', status: 409 });
  await expect(request('2026-05-07')).rejects.toMatchObject({ code: 'RUN_OVERLAPS', status: 409 });
  await expect(previewRun(database.db, id, { factor: 3, payouts: 5 })).rejects.toMatchObject({ code: 'RUN_STATE' });
  await draftRun(database.db, '2026-05-08', policy, () => now);
  const drafted = await run();
  expect(drafted).toMatchObject({ id, draftedBy: 'person:kim', state: 'draft', total: 10_000n, cutoff: now });
  const approve = (caller: Caller) =>
    inTransaction((tx) => approveRun(tx, id, drafted.contentHash, { kind: 'person', caller, rules }, policy, now));
  await expect(approve(kim)).rejects.toMatchObject({ code: 'RUN_SECOND_PERSON_REQUIRED' });
  await approve(personOf('lee'));
  const [event] = await database.db.query<object[]>(
    `select data from messaging.event where type = 'payout-run.drafted'`,
  );
  expect(event).toEqual({ data: { runId: id, businessDate: '2026-05-08', status: 'draft', amount: '10000' } });
});

describe('a run on request that has nobody to settle', () => {
  const now = at('2026-05-08', '00:30:00');
  const request = (caller: Caller) => inTransaction((tx) => requestRun(tx, '2026-05-08', caller, now));
  const draftNow = async () => {
    await draftRun(database.db, '2026-05-08', policy, () => now);
    await database.db.query(`update messaging.outbox set done_at = $1 where job = 'payout-run.draft'`, [now]);
  };
  const detail = (id: string) => readRunDetail(database.db, id);

  test('is found under its id, empty, and keeps no later date waiting', async () => {
    const id = await request(kim);
    await draftNow();
    await draftNow();
    expect(await detail(id)).toMatchObject({
      state: 'empty',
      total: 0n,
      decisions: [{ action: 'drafted', by: 'person:kim', detail: 'nobody was to be settled' }],
    });
    expect(await run()).toMatchObject({ id, state: 'empty' });
    await expect(previewRun(database.db, id, { factor: 3, payouts: 5 })).rejects.toMatchObject({
      code: 'RUN_STATE',
    });
    await seller('a');
    await earns('a', '2026-05-11', 10_000n);
    await draft('2026-05-11');
    expect(await run()).toMatchObject({ businessDate: '2026-05-11', total: 10_000n });
  });

  test.each([
    ['by whoever asks next', () => request(personOf('lee')), 'person:lee'],
    ['by the schedule of the day', () => Promise.resolve(''), SCHEDULER],
  ] as const)('is drafted again %s, under the same id', async (_, askAgain, drafter) => {
    const id = await request(kim);
    await draftNow();
    await seller('a');
    await sellerHas(database.db, 'a', 10_000n);
    await askAgain();
    await draft('2026-05-08');
    expect(await run()).toMatchObject({ id, draftedBy: drafter, total: 10_000n });
  });

  test('leaves nothing behind where only the schedule drafted it', async () => {
    await draft('2026-05-08');
    expect((await readRuns(database.db, {})).items).toEqual([]);
  });
});
