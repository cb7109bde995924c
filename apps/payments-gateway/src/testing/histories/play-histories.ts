import { booksAreSound } from '@jeongsan/testing';
import { GatewayWorld } from '../gateway-world.js';
import { History } from './history.js';
import { letterBox } from './post.js';
import { Proof } from './prove.js';

/**
 * Tests of the histories with these numbers, in books of their own. The number is the seed: a history that fails is the
 * same history tomorrow. One alone: `jest histories -t 'history 17:'`.
 */
export function playHistories(first: number, last: number): void {
  const world = new GatewayWorld();
  let box: Awaited<ReturnType<typeof letterBox>>;
  beforeAll(async () => {
    [box] = await Promise.all([letterBox(), world.open()]);
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await box.close();
  });

  test.each(Array.from({ length: last - first + 1 }, (_, index) => first + index))(
    'history %i: every won is under the right seller, or unallocated with its evidence',
    async (number) => {
      const proof = await Proof.begin(world);
      const history = new History(world, `history ${number}`, box.url);
      try {
        await history.play();
        await history.settleDown();
        await proof.compare(history);
        await history.registerTheRest();
        await proof.compare(history);
      } catch (error) {
        throw new Error(`${history.told.join('\n')}\n\n${String(error)}`, { cause: error });
      } finally {
        await world.sandbox.control.clearFaults({});
      }
      await booksAreSound(world.db);
    },
    60_000,
  );
}
