import type { PayoutPolicy } from '@jeongsan/payouts';
import { sellerHas } from '@jeongsan/testing';
import { draftRun } from '../draft-run/draft-run.js';
import { readRuns } from '../read-runs/read-runs.js';
import { onboardedSeller, schedulerWorld, type SchedulerWorld } from '../../../testing/scheduler-world.js';
import { policy as usual } from '../../../testing/usual-policy.js';

jest.setTimeout(30_000);
const UP_TO = 3_000_000_000n; // beyond 2^31
const on: PayoutPolicy = { ...usual, selfApproveUpTo: UP_TO };

let world: SchedulerWorld;
let day = 0;
beforeAll(async () => {
  world = await schedulerWorld(new Date('2026-05-11T00:30:00+09:00'));
}, 60_000);
afterAll(() => world.close());

/** Drafts the run of the next date, after these sellers have earned these amounts. */
async function drafted(earned: readonly (readonly [seller: string, amount: bigint])[], policy = on) {
  for (const [seller, amount] of earned) await sellerHas(world.db, seller, amount);
  const date = `2026-05-${String((day += 1)).padStart(2, '0')}`;
  await draftRun(world.db, date, policy, () => new Date(`${date}T04:00:00+09:00`));
  const [run] = (await readRuns(world.db, { limit: 1 })).items;
  return { state: run?.state, personNeeded: run?.personNeeded };
}
const seller = async (fingerprint: string) => {
  const id = await onboardedSeller(world.db);
  await hasAccount(id, fingerprint);
  return id;
};
/** Changes the seller's account, with its waiting time over. */
async function hasAccount(sellerId: string, fingerprint: string): Promise<void> {
  await world.db.query(`update onboarding.seller set account_fingerprint = $2 where seller_id = $1`, [
    sellerId,
    fingerprint,
  ]);
  await world.db.query(`update onboarding.seller set account_held_until = null where seller_id = $1`, [sellerId]);
}

test('a run approves itself up to the amount that was set, and never with a payout that stands out', async () => {
  const known = await seller('one');
  const waits = (...personNeeded: string[]) => ({ state: 'draft', personNeeded });
  expect(await drafted([[known, 10_000n]])).toEqual(waits('FIRST_PAYOUT'));
  expect(await drafted([[known, 10_000n]])).toEqual({ state: 'approved', personNeeded: [] });
  expect(await drafted([[known, 10_000n]], usual)).toEqual(waits('SELF_APPROVAL_OFF'));
  expect(await drafted([[known, 10_000n]], { ...on, selfApproveUpTo: 9_999n })).toEqual(waits('ABOVE_AMOUNT'));
  expect(await drafted([[known, 40_000n]])).toEqual(waits('ABOVE_AVERAGE'));
  expect(await drafted([[known, UP_TO + 1n]])).toEqual(waits('ABOVE_AMOUNT'));

  const twin = await seller('one');
  expect(await drafted([[known, 10_000n]])).toEqual(waits('SHARED_ACCOUNT'));
  await hasAccount(twin, 'two');

  // The last payout went to another account than today's.
  await world.db.query(
    `update payouts.payout set submitted_at = '2026-05-02T09:00:00+09:00' where seller_id = $1 and amount = 10000`,
    [known],
  );
  await hasAccount(known, 'three');
  expect(await drafted([[known, 10_000n]])).toEqual(waits('ACCOUNT_CHANGED'));
});
