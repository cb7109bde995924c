import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { AppName, Platform, Step } from '../src/index.js';
import { expectSameAs, killAndRestart, openStage, SHORT_MONTH, type Disturbance, type Outcome } from './rehearsal.js';

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
  ['provider-sandbox',      'orders',    inTheMiddleOf('orders', 5)],
  ['payments-gateway',      'orders',    inTheMiddleOf('orders', 5)],
  ['payments-gateway',      'cancels',   inTheMiddleOf('cancels', 8)],
  ['webhook-ingestor',      'orders',    inTheMiddleOf('orders', 6)],
  ['seller-onboarding',     'onboard',   inTheMiddleOf('onboard', 0)],
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

/** Waits until a batch of payouts is on the wire. */
async function untilSubmitted({ clients: { scheduler } }: Platform): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const { items } = await scheduler.listPayoutViews({ query: { state: 'submitted', limit: 1 } });
    if (items.length > 0) return;
  }
  throw new Error('No batch went on the wire');
}

// prettier-ignore
test.each([
  ['before the provider took it',             { kind: 'delay', delayMs: 2_000 }],
  ['after the provider took it',              { kind: 'drop-after-commit' }],
  ['although the provider never got it',      { kind: 'drop-before-commit' }],
] as const)('the scheduler killed while a batch is on the wire, %s, pays everybody once', async (_, fault) => {
  const kill = once(atTheStartOf('dispatch', 6), async (platform) => {
    await untilSubmitted(platform);
    await killAndRestart(platform, 'payout-scheduler');
  });
  let isFaulty = false;
  const outcome = await stage.play({
    ...kill,
    onPhase: async (step, platform) => {
      if (isFaulty || !atTheStartOf('dispatch', 6)(step)) return;
      isFaulty = true;
      await platform.clients.control.addFault({ body: { operation: 'createPayouts', times: 1, ...fault } });
    },
  });
  expect(kill.happened()).toBe(true);
  expectSameAs(undisturbed, outcome);
});

// prettier-ignore
test.each<[string, When]>([
  ["a day's orders",   inTheMiddleOf('orders', 5)],
  ['dispatch',         atTheStartOf('dispatch', 6)],
])('a Redis that forgets everything in the middle of %s changes no total', async (_, when) => {
  const disturbance = once(when, async (platform) => {
    await soon();
    const redis = new Redis(platform.servers.redisUrl, { maxRetriesPerRequest: 3 });
    await redis.flushall();
    redis.disconnect();
  });
  const outcome = await stage.play(disturbance);
  expect(disturbance.happened()).toBe(true);
  expectSameAs(undisturbed, outcome);
});
