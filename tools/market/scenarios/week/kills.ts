import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { AppName, Platform, Step } from '../../src/index.js';
import {
  expectSameAs,
  killAndRestart,
  killAndWait,
  type Disturbance,
  type Killable,
  type Outcome,
  type Stage,
} from '../rehearsal.js';

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
const alone: readonly (readonly [AppName | 'forgetful redis', When])[] = [
  ['payments-gateway',      inTheMiddleOf('orders', 3)],
  ['forgetful redis',       inTheMiddleOf('orders', 5)],
  ['payout-scheduler',      atTheStartOf('draft', 6)],
  ['provider-sandbox',      atTheStartOf('dispatch', 6)],
  ['settlement-reconciler', atTheStartOf('reconcile', 7)],
  ['payout-scheduler',      atTheStartOf('dispatch', 7)],
  ['payments-gateway',      inTheMiddleOf('cancels', 8)],
];

/** Each kill begins when all that came before are repaired: what it breaks is its own doing. */
function oneAfterAnother(): Disturbance & { happened: () => string[] } {
  const repaired: string[] = [];
  const failures: unknown[] = [];
  let doing: Promise<void> | undefined;
  return {
    onStep: (step, platform) => {
      const next = alone[repaired.length];
      if (doing !== undefined || failures.length > 0 || !next?.[1](step)) return;
      const [name] = next;
      doing = soon()
        .then(() => (name === 'forgetful redis' ? forgetEverything(platform) : killAndRestart(platform, name)))
        .then(
          () => void repaired.push(`${name} during ${step.phase}`),
          (error: unknown) => void failures.push(error),
        )
        .finally(() => (doing = undefined));
    },
    settled: async () => {
      await doing;
      if (failures.length > 0) throw failures[0];
    },
    happened: () => repaired,
  };
}

/** What a Redis without persistence does when it restarts. */
async function forgetEverything(platform: Platform): Promise<void> {
  const redis = new Redis(platform.servers.redisUrl, { maxRetriesPerRequest: 3 });
  await redis.flushall();
  redis.disconnect();
}

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

/** Defines the tests of plays in which processes are killed; what happens while a batch is on its way the kill matrix and chaos play at every point of it. */
export function testKills(of: () => { stage: Stage; undisturbed: Outcome }): void {
  test('services killed one after another, and a Redis that forgets everything, change no total and pay nobody twice', async () => {
    const disturbance = oneAfterAnother();
    const outcome = await of().stage.play(disturbance);
    expect(disturbance.happened()).toEqual([
      'payments-gateway during orders',
      'forgetful redis during orders',
      'payout-scheduler during draft',
      'provider-sandbox during dispatch',
      'settlement-reconciler during reconcile',
      'payout-scheduler during dispatch',
      'payments-gateway during cancels',
    ]);
    expectSameAs(of().undisturbed, outcome);
  });

  test.each(['first', 'second'])(
    'every process killed in one month, Postgres and Redis twice: the %s time in a row every won is explained',
    async () => {
      const disturbance = everyKill();
      const outcome = await of().stage.play(disturbance);
      expect(disturbance.happened()).toEqual(moments.map(() => true));
      expectSameAs(of().undisturbed, outcome);
    },
  );
}
