import { trialsSeed } from '../../../testing/env.js';
import { TODAY } from '../../../testing/funded-sandbox.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { provePoisonedRun } from '../../../testing/poison-proof.js';
import { onboardGood, poisonedRun, poisonKinds, RUN_SIZE } from '../../../testing/poisoned-run.js';

jest.setTimeout(60_000);

const world = payoutWorld({ planted: RUN_SIZE });
beforeEach(() => onboardGood(world));

test('three bad payouts among a hundred, named one after the other, cost one more request each', async () => {
  const run = await poisonedRun(world, TODAY, poisonKinds);
  await provePoisonedRun(world, run);
  expect(run.calls).toBe(1 + poisonKinds.length);
});

test.each(['unnamed-item', 'foreign-item'] as const)(
  `a bad payout that the refusal does not name (%s) is found by halves (TRIALS_SEED=${trialsSeed})`,
  async (variant) => {
    const run = await poisonedRun(world, TODAY, ['deleted seller'], variant);
    await provePoisonedRun(world, run);
    expect(run.calls).toBeLessThanOrEqual(1 + 8);
  },
);
