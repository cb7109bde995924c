import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { AppName, Platform, Step } from '../src/index.js';
import {
  expectSameAs,
  killAndRestart,
  killAndWait,
  openStage,
  SHORT_MONTH,
  type Disturbance,
  type Killable,
  type Outcome,
} from './rehearsal.js';

let stage: Awaited<ReturnType<typeof openStage>>;
let undisturbed: Outcome;

beforeAll(async () => {
  stage = await openStage('scenario-kills', SHORT_MONTH);
  undisturbed = await stage.play();
});
afterAll(() => stage?.close());

type When = (step: Step) => boolean;
type What = (platform: Platform) => Promise<void>;

/** Does something once, the first time that the play is where it should be done. */
function once(when: When, what: What): Disturbance & { happened: () => boolean } {
  let doing: Promise<void> | undefined;
  return {
    onStep: (step, platform) => {
      if (doing === undefined && when(step)) {
        doing = what(platform);
        // A failure is reported when it is waited for.
        doing.catch(() => undefined);
      }
    },
    settled: async () => doing,
    happened: () => doing !== undefined,
  };
}

const inTheMiddleOf =
  (phase: Step['phase'], dayMin: number): When =>
  (step) =>
    step.phase === phase && step.day >= dayMin && step.done === Math.max(1, Math.floor(step.total / 2));
const atTheStartOf =
  (phase: Step['phase'], dayMin: number): When =>
  (step) =>
    step.phase === phase && step.day >= dayMin && step.done === 0;

/** What a phase sets in motion is under way by then. */
const soon = async (): Promise<void> => void (await sleep(150));

// prettier-ignore
test.each<[AppName, string, When]>([
  ['payments-gateway',      'orders',    inTheMiddleOf('orders', 5)],
  ['payments-gateway',      'cancels',   inTheMiddleOf('cancels', 8)],
  ['settlement-reconciler', 'reconcile', atTheStartOf('reconcile', 7)],
  ['payout-scheduler',      'draft',     atTheStartOf('draft', 6)],
  ['payout-scheduler',      'dispatch',  atTheStartOf('dispatch', 6)],
  ['provider-sandbox',      'dispatch',  atTheStartOf('dispatch', 6)],
])('%s killed in the middle of %s changes no total and pays nobody twice', async (app, _, when) => {
  const disturbance = once(when, async (platform) => {
    await soon();
    await killAndRestart(platform, app);
  });
  const outcome = await stage.play(disturbance);
  expect(disturbance.happened()).toBe(true);
  expectSameAs(undisturbed, outcome);
});

// prettier-ignore
const moments: readonly (readonly [Killable, When])[] = [
  ['seller-onboarding',     inTheMiddleOf('onboard', 0)],
  ['postgres',              inTheMiddleOf('orders', 2)],
  ['redis',                 inTheMiddleOf('orders', 3)],
  ['provider-sandbox',      inTheMiddleOf('orders', 4)],
  ['webhook-ingestor',      inTheMiddleOf('orders', 5)],
  ['payments-gateway',      inTheMiddleOf('orders', 6)],
  ['payout-scheduler',      atTheStartOf('draft', 6)],
  ['redis',                 atTheStartOf('dispatch', 6)],
  ['settlement-reconciler', atTheStartOf('reconcile', 7)],
  ['postgres',              atTheStartOf('dispatch', 7)],
];

/** Nobody here repairs anything: what was killed is brought back by the tools that started it. */
function everyKill(): Disturbance & { happened: () => boolean[] } {
  const kills = moments.map(([name, when]) =>
    once(when, async (platform) => {
      await soon();
      await killAndWait(platform, name);
    }),
  );
  return {
    onStep: (step, platform) => kills.forEach((kill) => kill.onStep?.(step, platform)),
    settled: async () => void (await Promise.all(kills.map((kill) => kill.settled()))),
    happened: () => kills.map((kill) => kill.happened()),
  };
}

test.each(['first', 'second'])(
  'every process killed in one month, Postgres and Redis twice: the %s time in a row every won is explained',
  async () => {
    const disturbance = everyKill();
    const outcome = await stage.play(disturbance);
    expect(disturbance.happened()).toEqual(moments.map(() => true));
    expectSameAs(undisturbed, outcome);
  },
);

// What may happen while a batch is on its way is played by the kill matrix and by chaos, at every point of it.
test("a Redis that forgets everything in the middle of a day's orders changes no total", async () => {
  const disturbance = once(inTheMiddleOf('orders', 5), async (platform) => {
    await soon();
    const redis = new Redis(platform.servers.redisUrl, { maxRetriesPerRequest: 3 });
    await redis.flushall();
    redis.disconnect();
  });
  const outcome = await stage.play(disturbance);
  expect(disturbance.happened()).toBe(true);
  expectSameAs(undisturbed, outcome);
});
