import { transaction } from '@jeongsan/database';
import type { DispatchLimits, RunLimit } from '@jeongsan/payouts';
import { sellerHas } from '@jeongsan/testing';
import { overrideRun } from '../../runs/override-run/override-run.js';
import { readRunDetail } from '../../runs/read-runs/read-runs.js';
import { seoul, TOMORROW } from '../../../testing/funded-sandbox.js';
import { payoutWorld, policy } from '../../../testing/payout-world.js';
import { personOf, rules } from '../../../testing/people.js';

jest.setTimeout(60_000);
const approver = personOf('lee');
const uncapped: DispatchLimits = { runCap: null, dayCap: null, duplicateDays: 0, duplicatePayoutsMin: 3 };

const world = payoutWorld();

const limit = (limits: Partial<DispatchLimits>) =>
  void (world.policy = { ...policy, limits: { ...uncapped, ...limits } });
const letPass = (kind: RunLimit, businessDate?: string) =>
  transaction(world.db, async (tx) =>
    overrideRun(tx, await world.runId(businessDate), { kind, reason: 'it is right' }, approver, rules, world.clock),
  );
const detail = async (businessDate?: string) => readRunDetail(world.db, await world.runId(businessDate));
const pauses = async () => {
  const rows = await world.db.query<{ data: { reason: string } }[]>(
    `select data from messaging.event where type = 'payout-run.paused' order by created_at, sequence`,
  );
  return rows.map(({ data }) => data.reason);
};
const sentTotal = async () => (await world.atProvider()).reduce((sum, p) => sum + p.amount, 0n);

test('a run stops at its cap with whole payouts, says so once, and goes on when a second person lets it', async () => {
  await world.sellers(10_000n, 10_000n, 10_000n);
  limit({ runCap: 25_000n });
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 2, reserved: 1 });
  world.later(3_600);
  await world.poll(); // enqueues waiting runs; this one still waits
  await world.work();
  expect(await sentTotal()).toBe(20_000n);
  expect(await pauses()).toEqual(['RUN_CAP']);
  const paused = await detail();
  expect(paused).toMatchObject({ state: 'dispatching', pausedBy: { reason: 'RUN_CAP' }, overrides: [] });
  expect(paused.pausedBy?.text.ko).toContain('RUN_CAP');

  await letPass('RUN_CAP');
  await world.work();
  expect(await world.states()).toEqual({ in_transit: 3 });
  expect(await detail()).toMatchObject({ pausedBy: null, overrides: [{ kind: 'RUN_CAP', placedBy: 'person:lee' }] });
});

test('what fits below the cap is sent although a larger payout before it does not', async () => {
  await world.sellers(50_000n, 10_000n);
  limit({ runCap: 20_000n });
  await world.draft();
  await world.work();
  expect(await sentTotal()).toBe(10_000n);
});

test('a cap lets nothing through twice, however many workers cut the run at once', async () => {
  await world.sellers(...Array.from({ length: 12 }, () => 10_000n));
  limit({ runCap: 55_000n });
  await world.draft();
  const runId = await world.runId();
  await Promise.all(Array.from({ length: 4 }, () => world.dispatch(runId)));
  await world.work({ workers: 4 });
  expect(await world.states()).toEqual({ in_transit: 5, reserved: 7 });
});

test('the cap of a day counts every run of it, and the next day is another one', async () => {
  const ids = await world.sellers(10_000n, 10_000n);
  limit({ dayCap: 25_000n });
  await world.draft('2026-05-08');
  await world.work();
  expect(await sentTotal()).toBe(20_000n);
  for (const id of ids) await sellerHas(world.db, id, 11_000n);
  await world.draft();
  await world.work();
  expect(await sentTotal()).toBe(20_000n);
  expect(await detail()).toMatchObject({ pausedBy: { reason: 'DAY_CAP' } });
  world.later(86_400);
  await world.work();
  expect(await sentTotal()).toBe(42_000n);
  expect((await detail()).pausedBy).toBeNull();
});

// prettier-ignore
test.each(['00:30:00', '08:59:00'])('at %s the cap is that of the new day in Seoul, whatever the old one sent', async (time) => {
  const ids = await world.sellers(10_000n, 10_000n);
  limit({ dayCap: 25_000n });
  await world.draft();
  await world.work();
  expect(await sentTotal()).toBe(20_000n);
  for (const id of ids) await sellerHas(world.db, id, 11_000n);
  await world.moveTo(seoul(`${TOMORROW}T${time}`));
  await world.draft(TOMORROW);
  await world.dispatch(await world.runId(TOMORROW));
  await world.work();
  expect(await sentTotal()).toBe(42_000n);
});

test('what came back does not count against a cap', async () => {
  await world.sellers(10_000n, 10_000n);
  limit({ runCap: 15_000n });
  await world.draft();
  await world.work();
  for (const { id } of await world.atProvider())
    await world.sandbox.control.failPayout({ params: { id }, body: { code: 'FAILED', message: 'closed' } });
  await world.observeAll();
  await world.dispatch(await world.runId());
  await world.work();
  expect(await world.states()).toEqual({ failed: 1, in_transit: 1 });
});

/** A run of today, and one of the same sellers on a later day. */
async function twoRuns(first: readonly bigint[], second: readonly bigint[], dayLater = TOMORROW): Promise<void> {
  const ids = await world.sellers(...first);
  await world.draft();
  await world.work();
  world.clock = seoul(`${dayLater}T10:00:00`);
  // The same amounts in another order and under other references have the same fingerprint.
  for (const [n, id] of ids.entries()) if (second[n]) await sellerHas(world.db, id, second[n]);
  await world.draft(dayLater);
  await world.work();
}

test('the same accounts and amounts within seven days: nothing is sent until somebody says that it is no duplicate', async () => {
  limit({ duplicateDays: 7 });
  await twoRuns([10_000n, 20_000n, 30_000n], [10_000n, 20_000n, 30_000n]);
  expect(await world.atProvider()).toHaveLength(3);
  const first = await world.runId();
  const second = await detail(TOMORROW);
  expect(second).toMatchObject({ state: 'approved', sameAsRun: first, pausedBy: { reason: 'DUPLICATE_RUN' } });
  world.later(3_600);
  await world.poll();
  await world.work();
  expect(await pauses()).toEqual(['DUPLICATE_RUN']);

  await letPass('DUPLICATE_RUN', TOMORROW);
  await world.work();
  expect(await world.atProvider()).toHaveLength(6);
  expect(await detail(TOMORROW)).toMatchObject({ state: 'dispatching', pausedBy: null });
});

// prettier-ignore
test.each<[string, bigint[], bigint[], string, number]>([
  ['one won of difference',                [10_000n, 20_000n, 30_000n], [10_000n, 20_000n, 30_001n], TOMORROW,     6],
  ['one payout more or less',              [10_000n, 20_000n, 30_000n], [10_000n, 20_000n],          TOMORROW,     5],
  ['two payouts are no pattern',           [10_000n, 20_000n],          [10_000n, 20_000n],          TOMORROW,     4],
  ['the same again more than a week later', [10_000n, 20_000n, 30_000n], [10_000n, 20_000n, 30_000n], '2026-05-19', 6],
])('%s: no duplicate', async (_, first, second, dayLater, sent) => {
  limit({ duplicateDays: 7 });
  await twoRuns(first, second, dayLater);
  expect(await world.atProvider()).toHaveLength(sent);
});

test('of two equal runs that are taken up at the same moment one goes first', async () => {
  limit({ duplicateDays: 7 });
  const ids = await world.sellers(10_000n, 20_000n, 30_000n);
  await world.draft('2026-05-08');
  for (const [n, id] of ids.entries()) await sellerHas(world.db, id, BigInt(n + 1) * 10_000n);
  await world.draft();
  const runs = [await world.runId('2026-05-08'), await world.runId()];
  await Promise.all(runs.map((id) => world.dispatch(id)));
  await world.work();
  expect(await world.atProvider()).toHaveLength(3);
});
