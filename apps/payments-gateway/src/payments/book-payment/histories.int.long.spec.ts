import { booksAreSound } from '@jeongsan/testing';
import { GatewayWorld } from '../../testing/gateway-world.js';
import { History } from '../../testing/histories/history.js';
import { letterBox } from '../../testing/histories/post.js';
import { Proof } from '../../testing/histories/prove.js';

jest.setTimeout(60_000);
const world = new GatewayWorld();
let box: Awaited<ReturnType<typeof letterBox>>;
beforeAll(async () => {
  [box] = await Promise.all([letterBox(), world.open()]);
}, 60_000);
afterAll(async () => {
  await world.close();
  await box.close();
});

const HISTORIES = 300;

// The seeds are fixed: a history that fails is the same history tomorrow. One alone: jest histories -t 'history 17:'
test.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
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
);
