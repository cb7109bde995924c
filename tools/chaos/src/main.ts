import { addDays, instantAt } from '@jeongsan/calendar';
import { shutdown, withUsage } from '@jeongsan/child-processes';
import { placeWitness } from '@jeongsan/testing';
import { readOptions, type Options, USAGE } from './options.js';
import { planRound, type RoundPlan } from './plan/plan-round.js';
import { playRound, type RoundResult } from './play/play-round.js';
import { roundLines, Tally } from './report.js';
import { openStage, type Stage } from './stage/stage.js';
import { earnBalance } from './stage/earn-balance.js';

/** The calendar's data ends: after this many rounds, about a year, a new stack is started. */
const ROUNDS_PER_STACK = 12;
const FIRST_DAY = '2026-01-05';

type Counts = { passed: number; failed: number };

/** Plays the requested histories; returns whether all of them passed. */
async function main(): Promise<boolean> {
  const options = withUsage(USAGE, readOptions);
  const plans = planned(options);
  console.log(`seed ${options.seed}: ${options.histories} histories in ${plans.length} rounds`);
  const tally = new Tally();
  const counts: Counts = { passed: 0, failed: 0 };
  for (let from = 0; from < plans.length; from += ROUNDS_PER_STACK) {
    await playOnOneStack(plans.slice(from, from + ROUNDS_PER_STACK), options, tally, counts);
  }
  console.log(['', 'What struck, and how often:', ...tally.lines(), ''].join('\n'));
  console.log(`${counts.passed} passed, ${counts.failed} failed, 0 skipped`);
  return counts.failed === 0;
}

function planned({ seed, histories, round, perRound }: Options): RoundPlan[] {
  if (round !== undefined) return [planRound(seed, round, Math.min(histories, perRound))];
  return Array.from({ length: Math.ceil(histories / perRound) }, (_, number) =>
    planRound(seed, number, Math.min(perRound, histories - number * perRound)),
  );
}

async function playOnOneStack(
  plans: readonly RoundPlan[],
  options: Options,
  tally: Tally,
  counts: Counts,
): Promise<void> {
  const stage = await openStage(instantAt(addDays(FIRST_DAY, -14), '10:00:00'));
  try {
    await earnBalance(stage, instantAt(FIRST_DAY, '10:00:00'));
    await placeWitness(stage.db);
    for (const plan of plans) await playCounted(stage, plan, options, tally, counts);
    tally.note('scheduler ended by itself', stage.replicas.endedByThemselves);
  } finally {
    await stage.stop();
  }
}

async function playCounted(
  stage: Stage,
  plan: RoundPlan,
  { quietSeconds }: Options,
  tally: Tally,
  counts: Counts,
): Promise<void> {
  const begun = performance.now();
  const result: RoundResult = await playRound(stage, plan, tally.note, quietSeconds * 1_000);
  const failed = result.verdicts.filter(({ violations }) => violations.length > 0).length;
  counts.passed += result.verdicts.length - failed;
  // An error of the whole stack counts once.
  counts.failed += failed + (result.platform.length > 0 ? 1 : 0);
  console.log(roundLines(plan, result, (performance.now() - begun) / 1000).join('\n'));
}

try {
  const isWell = await main();
  await shutdown();
  process.exit(isWell ? 0 : 1);
} catch (error) {
  await shutdown();
  console.error(error);
  process.exit(1);
}
