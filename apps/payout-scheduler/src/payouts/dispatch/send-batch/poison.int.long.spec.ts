import { addDays } from '@jeongsan/calendar';
import type { MangleVariant } from '@jeongsan/sandbox-control';
import { trialsSeed } from '../../../testing/env.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { provePoisonedRun } from '../../../testing/poison-proof.js';
import { onboardGood, poisonedRun, poisonKinds, type PoisonKind, RUN_SIZE } from '../../../testing/poisoned-run.js';

jest.setTimeout(600_000);

const SEED = `(TRIALS_SEED=${trialsSeed})`;
const BAD_MAX = 10;
const FIRST_DATE = '2025-02-03';

const world = payoutWorld({ planted: RUN_SIZE, isOneForAll: true });
let runs = 0;
beforeAll(() => onboardGood(world));

/** All kinds of bad payouts in rotation, each call beginning with another kind. */
const someKinds = (count: number): PoisonKind[] =>
  Array.from({ length: count }, (_, i) => poisonKinds[(i + count) % poisonKinds.length] as PoisonKind);

const counts = Array.from({ length: BAD_MAX + 1 }, (_, k) => k);
const nextRun = (count: number, variant?: MangleVariant) =>
  poisonedRun(world, addDays(FIRST_DATE, runs++), someKinds(count), variant);

test.each(counts)(`%i bad payouts among a hundred, each named, cost one more request each ${SEED}`, async (count) => {
  const run = await nextRun(count);
  await provePoisonedRun(world, run);
  expect(run.calls).toBe(1 + count);
});

test.each(
  (['unnamed-item', 'foreign-item'] as const).flatMap((variant) => counts.map((count) => [variant, count] as const)),
)(`%s: %i bad payouts among a hundred are found by at most eight requests each ${SEED}`, async (variant, count) => {
  const run = await nextRun(count, variant);
  await provePoisonedRun(world, run);
  expect(run.calls).toBeLessThanOrEqual(1 + 8 * count);
});
