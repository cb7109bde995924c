import {
  collectFacts,
  playMarket,
  prove,
  summarise,
  type Facts,
  type Platform,
  type Played,
  type Step,
  type Summary,
} from '@jeongsan/market';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../frame/trial.js';
import { forwardOnly } from './forward-clock.js';
import { differingTotals, paidTwice, totalsOf, unproven } from './judged.js';
import type { Recomputed } from './small-market.js';
import type { Stage } from './stage.js';
import { Witness } from './witness.js';

type When = (step: Step) => boolean;

/** What is done to the servers, once, while the market is played. */
export type Strike = Readonly<{
  what: string;
  when: When;
  /** True: the play waits for it. False: the play goes on meanwhile. */
  isAwaited?: boolean;
  act: (witness: Witness, step: Step, platform: Platform) => Promise<void>;
}>;

/** In the middle of a phase, on this day of the market or later: requests are under way. */
export const inTheMiddleOf =
  (phase: Step['phase'], dayMin: number): When =>
  (step) =>
    step.phase === phase && step.day >= dayMin && step.done === Math.max(1, Math.floor(step.total / 2));
/** When a phase has just begun, on this day of the market or later. */
export const atTheStartOf =
  (phase: Step['phase'], dayMin: number): When =>
  (step) =>
    step.phase === phase && step.day >= dayMin && step.done === 0;

/** What a phase sets in motion is under way by then. */
const SOON_MS = 150;
/** Jobs of a killed worker are taken over when their locks expire; a server may be away for a minute. */
const QUIET_WITHIN_MS = 240_000;

export type Outcome = Readonly<{ played: Played; facts: Facts; summary: Summary; witness: Witness; figures: Figures }>;

/**
 * Plays the market to its end under the strikes, each in its turn. @throws for a won without an explanation, a total that differs from
 * that of the market's files, an acknowledged fact that is missing, a payout made twice, or a strike whose time never came.
 * `forgiven`: how many acknowledged facts of the witness are known to be lost. `onAcknowledged`: called with each order of the witness.
 */
export async function playUnder(
  stage: Stage,
  strikes: readonly Strike[],
  {
    forgiven = () => 0,
    onAcknowledged,
  }: { forgiven?: () => number; onAcknowledged?: (orderId: string) => Promise<void> } = {},
): Promise<Outcome> {
  const { ground, market } = stage;
  const platform = forwardOnly(stage.platform);
  const witness = new Witness(platform, market, onAcknowledged);
  const left = [...strikes];
  const running: Promise<void>[] = [];
  const strike = (step: Step, isAwaited: boolean): Promise<void> | undefined => {
    const [next] = left;
    if (next === undefined || (next.isAwaited ?? false) !== isAwaited || !next.when(step)) return undefined;
    left.shift();
    ground.say(`${step.date}, ${step.phase} ${step.done} of ${step.total}: ${next.what}`);
    return next.act(witness, step, platform);
  };
  const played = await playMarket({
    market,
    platform,
    quietWithinMs: QUIET_WITHIN_MS,
    onPhase: async (step) => {
      if (step.day >= 1) witness.start();
      await strike(step, true);
    },
    onStep: (step) => {
      const act = strike(step, false);
      if (act === undefined) return;
      // A failure is thrown when all are waited for.
      act.catch(() => undefined);
      running.push(act);
    },
  });
  await Promise.all(running);
  if (left.length > 0) throw new Error(`Never came to: ${left.map(({ what }) => what).join('; ')}`);
  await sleep(SOON_MS);
  await witness.stop();
  return judged(stage, played, witness, forgiven());
}

async function judged(stage: Stage, played: Played, witness: Witness, forgiven: number): Promise<Outcome> {
  const facts = await collectFacts(stage.platform.clients, played);
  const summary = summarise(facts);
  const lost = await witness.lost();
  const twice = paidTwice(facts);
  const wrong = [
    ...unproven(prove(facts)),
    ...differing(summary, stage.expected),
    ...(lost.length === forgiven ? [] : [`${lost.length} acknowledged orders are missing, ${forgiven} known`]),
    ...(twice === 0 ? [] : [`${twice} payouts more at the provider than in the books`]),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const figures = {
    'facts acknowledged': `${witness.count + played.placed.length + summary.cancels.moved.count} (${witness.count} of the witness)`,
    'facts lost': lost.length,
    'longest time without an answer': `${witness.outageSeconds.toFixed(1)} s`,
    'payouts made': `${summary.paidOut.count}, twice: ${twice}`,
    days: `${played.from} to ${played.until}, ${([...played.spentMs.values()].reduce((a, b) => a + b, 0) / 1000).toFixed(0)} s of play`,
    totals: `unchanged (${summary.sales.amount} won sold, ${summary.paidOut.amount} paid out)`,
  };
  return { played, facts, summary, witness, figures };
}

/** Each total of the platform with its name in the sums of the market's files, and what each seller earned. */
function differing(summary: Summary, expected: Recomputed): string[] {
  const totals = {
    ...totalsOf(summary),
    commissionVat: summary.commissionVat,
    promotionNet: summary.promotion,
    providerFeeVat: summary.providerFeeVat,
  };
  const earned = new Map(summary.sellers.map((seller) => [seller.sellerId, seller.earned]));
  return [
    ...differingTotals(totals, expected),
    ...Object.entries(expected.perSeller)
      .filter(([sellerId, seller]) => String(earned.get(sellerId) ?? 0n) !== seller.earned)
      .map(([sellerId, seller]) => `seller ${sellerId} earned ${earned.get(sellerId)}, by the files ${seller.earned}`),
  ];
}
