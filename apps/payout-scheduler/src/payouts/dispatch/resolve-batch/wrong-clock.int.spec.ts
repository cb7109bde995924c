import { payoutWorld } from '../../../testing/payout-world.js';

jest.setTimeout(30_000);
const world = payoutWorld();
const DAY_SECONDS = 86_400;
const ROUNDS_MAX = 6;

test.each([
  ['two days ahead', 2],
  ['two days behind', -2],
])(
  'a payout that was sent while our clock was %s is found, once, and nobody has to decide about it',
  async (_, days) => {
    await world.sellers(890_000n);
    await world.draft();
    const sentAt = world.now();
    world.later(days * DAY_SECONDS);
    await world.fault({ operation: 'createPayouts', kind: 'drop-after-commit', times: 1 });
    await world.work({ isPatient: true });
    // The next look was enqueued by the wrong clock; three days later it is due by both clocks.
    await world.moveTo(new Date(sentAt.getTime() + 3 * DAY_SECONDS * 1_000));
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      world.later(world.policy.settleSeconds + 1);
      await world.work({ isPatient: true });
    }
    expect(await world.states()).toEqual({ in_transit: 1 });
    expect((await world.atProvider()).map(({ amount }) => amount)).toEqual([890_000n]);
  },
);
