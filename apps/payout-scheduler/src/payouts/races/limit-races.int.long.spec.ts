import { addDays, businessDateOf, weekdayOf } from '@jeongsan/calendar';
import { sellersHave, type BookedPayout } from '@jeongsan/testing';
import * as fc from 'fast-check';
import { trialsSeed } from '../../testing/env.js';
import { isLive, violations } from '../../testing/payout-oracle.js';
import { plantedSellers } from '../../testing/funded-sandbox.js';
import { payoutWorld, policy } from '../../testing/payout-world.js';

jest.setTimeout(600_000);

const SEED = trialsSeed;
const SELLERS = 40;
const REQUESTS = 16;
const LIMIT = policy.weeklyLimit;
const WEEK_MS = 7 * 86_400_000;

// prettier-ignore
/** The times at which all requests are made at once: the ends of weeks, and exactly a week after an earlier time. */
const moments = [
  '2026-05-11T10:00:00+09:00', '2026-05-13T14:59:59+09:00', '2026-05-16T12:00:00+09:00', '2026-05-17T23:59:59+09:00',
  '2026-05-18T00:00:00+09:00', '2026-05-18T10:00:00+09:00', '2026-05-20T14:59:59+09:00', '2026-05-24T23:59:59+09:00',
  '2026-05-25T00:00:00+09:00', '2026-05-26T10:00:00+09:00', '2026-05-31T23:59:59+09:00', '2026-06-02T10:00:00+09:00',
  '2026-06-09T10:00:00+09:00', '2026-06-16T10:00:00+09:00', '2026-06-23T10:00:00+09:00',
] as const;

const earned = fc.oneof(
  fc.constantFrom(0n, LIMIT, LIMIT - 1n, LIMIT + 1n, LIMIT / 2n, LIMIT / 3n, 2n * LIMIT),
  fc.bigInt(1_000n, 12_000_000n),
);
const plan = fc.array(earned, { minLength: SELLERS, maxLength: SELLERS });

// All runs approve themselves: the spec is about parallel requests, not about approvals.
const world = payoutWorld({ planted: SELLERS, policy: { selfApproveUpTo: 10n ** 12n } });

/**
 * Drafts of the day and dispatches of every open run, all at once; a request that was refused as too early is repeated.
 */
async function askAtOnce(date: string, requestsMade = REQUESTS): Promise<void> {
  const open = await world.db.query<{ id: string }[]>(
    `select id from payouts.run where state in ('approved', 'dispatching')`,
  );
  const requests = Array.from({ length: requestsMade }, (_, i) => {
    const run = open[i % (open.length + 1)];
    return run && i % 2 === 1 ? world.dispatch(run.id) : world.draft(date);
  });
  await Promise.all(requests);
}

/** Cancels some payouts of the last days at the provider, which frees their part of the weekly limit. */
async function takeSomeBack(nth: number): Promise<void> {
  const bank = { code: 'BANK_MAINTENANCE', message: 'closed' };
  const underWay = (await world.atProvider()).filter(({ status }) => status === 'IN_PROGRESS');
  for (const { id } of underWay.filter((_, i) => i % 5 === nth % 5))
    await world.sandbox.control.failPayout({ params: { id }, body: bank });
}

/** The windows of seven days, and the calendar weeks, in which a seller got more than the limit. */
function overLimit(booked: readonly BookedPayout[]): string[] {
  const live = booked.filter(({ status }) => isLive[status]);
  return live.flatMap(({ destination, requestedAt }) => {
    const own = live.filter((p) => p.destination === destination && p.requestedAt <= requestedAt);
    const rolling = own.filter((p) => p.requestedAt.getTime() > requestedAt.getTime() - WEEK_MS);
    const calendar = own.filter((p) => mondayOf(p.requestedAt) === mondayOf(requestedAt));
    const most = [sum(rolling), sum(calendar)].reduce((a, b) => (a > b ? a : b));
    return most > LIMIT ? [`${destination} had ${most} in a week at ${requestedAt.toISOString()}`] : [];
  });
}

const sum = (payouts: readonly BookedPayout[]): bigint => payouts.reduce((total, { amount }) => total + amount, 0n);

function mondayOf(instant: Date): string {
  let day = businessDateOf(instant);
  while (weekdayOf(day) !== 'MON') day = addDays(day, -1);
  return day;
}

test(`${REQUESTS} requests at once against each seller’s week, at its edges too: never over the limit (TRIALS_SEED=${SEED})`, async () => {
  const sellers = plantedSellers('limited', SELLERS);
  await world.onboardPlanted(sellers, 0n, 'limited');
  const plans = fc.sample(plan, { seed: SEED, numRuns: moments.length });
  let tries = 0;
  for (const [nth, moment] of moments.entries()) {
    const amounts = plans[nth] ?? [];
    const paying = sellers.flatMap((id, at) => ((amounts[at] ?? 0n) > 0n ? [[id, amounts[at] ?? 0n] as const] : []));
    await sellersHave(world.db, paying);
    await world.moveTo(new Date(moment));
    await askAtOnce(businessDateOf(world.clock));
    await Promise.all([takeSomeBack(nth), world.work({ workers: 6, isPatient: true })]);
    world.later(11 * 60);
    await Promise.all([world.poll(), askAtOnce(businessDateOf(world.clock), 4)]);
    await world.work({ workers: 6, isPatient: true });
    tries += paying.length;
    expect(overLimit(await world.atProvider())).toEqual([]);
    expect(await violations(world)).toEqual([]);
  }
  // The provider puts a seller under review for a request above the limit; there must be none.
  const refused = await world.db.query<object[]>(
    `select id from payouts.batch where rejection_code = 'FORBIDDEN_SELLER_PAYOUT'`,
  );
  expect(refused).toEqual([]);
  const { entityBody } = await world.sandbox.api.listSellers({ query: { limit: 1_000 } });
  const ours = new Map(entityBody.items.map(({ id, status }) => [id, status]));
  expect(sellers.filter((id) => ours.get(id) !== 'PARTIALLY_APPROVED')).toEqual([]);
  const whole = (await world.atProvider()).filter(({ amount }) => amount === LIMIT);
  expect(whole.length).toBeGreaterThan(0);
  expect(tries).toBeGreaterThanOrEqual(400);
});
