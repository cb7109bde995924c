import { addDays, businessDateOf, instantAt } from '@jeongsan/calendar';
import { seededRandom } from '@jeongsan/random';
import { inParallel } from '../src/play/in-parallel.js';
import { listAll } from '../src/play/list-all.js';
import { differences, flawsOfNights } from './walks/compare.js';
import { History } from './walks/history.js';
import { FIRST_DAY, openStage, type Stage } from './walks/stage.js';
import { roughen } from './walks/weather.js';

const HISTORIES = 300;
const AT_ONCE = 16;
/** Sandbox minutes between two rounds of steps, at most. */
const MINUTES_MAX = 45;
/** Nights until everything has come to its end: a virtual account expires after seven days, a refund takes two. */
const NIGHTS = 10;
/** The share of cancels that the provider abroad refuses. */
const REFUSED = 0.3;

let stage: Stage;
let histories: History[];
let now: Date;
const asked = new Map<string, readonly bigint[]>();
beforeAll(async () => {
  stage = await openStage('scenario-histories');
  now = instantAt(FIRST_DAY, '09:00:00');
  histories = Array.from({ length: HISTORIES }, (_, index) => new History(stage, index + 1, now, asked));
}, 180_000);
afterAll(() => stage?.close());

const each = (act: (history: History) => Promise<unknown>, of = histories): Promise<void> =>
  inParallel(of, AT_ONCE, async (history) => {
    await act(history).catch((error: unknown) => {
      throw new Error(`${history.sale.name}: ${String(error)}`, { cause: error });
    });
  });

/**
 * The provider abroad answers cancels: it refuses a share of them. A cancel of ours that waited behind another one is sent when that
 * one is answered, and then waits for an answer itself.
 */
const answerCancels = (refuses: number): Promise<void> => each((history) => history.answerCancels(refuses));
const cancelsWait = async (): Promise<boolean> =>
  (await stage.query(`select from gateway.cancel where state = 'requested' limit 1`)).length > 0;

/** Lets nights pass, and returns their dates. */
async function nights(count: number, refuses: number): Promise<string[]> {
  const dates = Array.from({ length: count }, (_, night) => addDays(businessDateOf(now), night + 1));
  for (const date of dates) {
    await stage.letUntil(instantAt(date, '03:00:05'));
    if (await cancelsWait()) await answerCancels(refuses);
    now = instantAt(date, '23:00:00');
    await stage.letUntil(now);
  }
  return dates;
}

test('300 random payments in rough weather: every won is under its seller, or unallocated with its evidence', async () => {
  const random = seededRandom('the order of steps');
  const deaf = histories.filter(({ plan }) => plan.isDeaf).map(({ plan }) => plan.facts.orderId);
  await roughen(stage.sides.provider, deaf);
  for (let open = histories; open.length > 0; open = open.filter(({ isOpen }) => isOpen)) {
    await stage.moveTo(now);
    await each((history) => history.step(), random.shuffle(open.filter(() => random.chance(0.6))));
    now = new Date(now.getTime() + random.integer(1, MINUTES_MAX) * 60_000);
  }
  const { items: weather } = await stage.sides.provider.control.listFaults({});
  expect(
    weather.filter(({ operation, struck, contains }) => operation === 'webhooks' && !contains && struck === 0),
  ).toEqual([]);
  await stage.sides.provider.control.clearFaults({});
  await answerCancels(REFUSED);
  const dates = await nights(NIGHTS, REFUSED);
  expect(await differences(stage, salesOf(), asked)).toEqual([]);
  expect(await flawsOfNights(stage, dates)).toEqual([]);
  expect(await leftUnallocated()).not.toEqual([]);
});

/** Payments in won of which money stands unallocated. */
async function leftUnallocated() {
  const { gateway } = stage.platform.clients;
  const all = await listAll((after) => gateway.listUnallocatedPayments({ query: { currency: 'KRW', ...after } }));
  return all.filter(({ amount, canceled }) => amount > canceled);
}

const salesOf = () => histories.map(({ sale }) => sale);

test('when every order is registered, no won is left unallocated', async () => {
  await each(async (history) => {
    await history.register();
    await history.giveBack();
  });
  await stage.letUntil(now);
  await answerCancels(0);
  const dates = await nights(NIGHTS / 2, 0);
  expect(await differences(stage, salesOf(), asked)).toEqual([]);
  expect(await flawsOfNights(stage, dates)).toEqual([]);
  expect(await leftUnallocated()).toEqual([]);
});
