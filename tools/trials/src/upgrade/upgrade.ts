import { join } from 'node:path';
import type { Facts, Step, Summary } from '@jeongsan/market';
import type { Figures } from '../frame/trial.js';
import type { Ground } from '../ground/ground.js';
import { differingTotals, paidTwice, totalsOf, unproven } from '../load/judged.js';
import { LONGER, smallMarket } from '../load/small-market.js';
import { buildPrevious, clone, command } from './previous-build.js';
import { playerOf } from './player.js';
import { openStage, type Stage } from './stage.js';
import { Witness } from './witness.js';

/** One step of the upgrade and when it comes: in the middle of a phase, on that day of the market or the first after it. */
type Roll = Readonly<{ what: string; day: number; phase: Step['phase']; act: (stage: Stage) => Promise<unknown> }>;

// prettier-ignore
/** From the previous release to the current one and back, on the schema of the current one. */
const rolls: readonly Roll[] = [
  { what: 'the migrations of the current release', day: 2, phase: 'orders',   act: (stage) => stage.migrate('current') },
  { what: 'current processes beside previous ones', day: 3, phase: 'orders',   act: (stage) => stage.begin('current') },
  { what: 'the previous ones stop',                 day: 4, phase: 'orders',   act: (stage) => stage.end('previous') },
  { what: 'back: previous beside current ones',     day: 5, phase: 'dispatch', act: (stage) => stage.begin('previous') },
  { what: 'the current ones stop',                  day: 6, phase: 'orders',   act: (stage) => stage.end('current') },
];

const QUIET_WITHIN_MS = 300_000;

/**
 * Rolls every app from the previous release to this one and back while a market is played: orders, payments of every way, webhooks,
 * nights, payout runs. The schema is this release's from the first step on. @throws when a request could not be repeated, a job is lost or
 * dead, the books are not proven, a payout was made twice, or a total is not the one of the market's files.
 */
export async function upgradeTrial(ground: Ground): Promise<Figures> {
  const previous = await buildPrevious(ground.say);
  const { market, expected } = await smallMarket(LONGER);
  const player = await playerOf(previous);
  const stage = await openStage(ground, previous, { player, startsAt: player.clockStartOf(market) });
  const witness = new Witness(stage.door.proxy.url);
  witness.start();
  const roller = new Roller(ground, stage);
  // Throws when a request failed for good: the play repeats a request, with its key, for five minutes.
  const played = await player.playMarket({
    market,
    platform: stage.platform,
    quietWithinMs: QUIET_WITHIN_MS,
    onPhase: (step) => roller.before(step),
    onStep: (step) => roller.during(step),
  });
  await roller.finish();
  await witness.stop();
  const facts = await player.collectFacts(stage.platform.clients, played);
  const summary = player.summarise(facts);
  // Throws when the books do not verify.
  await command(process.execPath, [join(clone, 'tools/books/dist/main.js'), 'verify'], clone, {
    DATABASE_URL: stage.databaseUrl,
  });
  const twice = paidTwice(facts);
  const wrong = [
    ...unproven(player.prove(facts)),
    ...differingTotals(totalsOf(summary), expected),
    ...jobsLost(facts),
    ...(twice === 0 ? [] : [`${twice} payouts more at the provider than in the books`]),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return figures(stage, witness, summary, previous.name);
}

/** Does the rolls one after another, each while requests are under way. */
class Roller {
  private readonly left = [...rolls];
  private running: Promise<void> | undefined;
  private isRolling = false;

  constructor(
    private readonly ground: Ground,
    private readonly stage: Stage,
  ) {}

  /** A roll has to be over before the next day: the two builds then work side by side for as long as the table says. */
  async before({ phase }: Step): Promise<void> {
    if (phase === 'reconcile') await this.running;
  }

  during(step: Step): void {
    const [next] = this.left;
    if (this.isRolling || next === undefined || step.phase !== next.phase || step.day < next.day) return;
    // A phase with one step has no middle.
    if (step.done < Math.floor(step.total / 2)) return;
    this.left.shift();
    this.ground.say(`${step.date}, ${step.phase} ${step.done} of ${step.total}: ${next.what}`);
    const begun = performance.now();
    this.isRolling = true;
    this.running = next
      .act(this.stage)
      .then(() => this.ground.say(`  took ${((performance.now() - begun) / 1_000).toFixed(1)} s`))
      .finally(() => (this.isRolling = false));
    // Awaited before the next day; a failure is thrown there.
    this.running.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.running;
    if (this.left.length > 0)
      throw new Error(`The market ended before: ${this.left.map(({ what }) => what).join('; ')}`);
  }
}

const jobsLost = ({ deadJobs }: Facts): string[] => (deadJobs === 0 ? [] : [`${deadJobs} jobs are dead`]);

function figures(stage: Stage, witness: Witness, summary: Summary, previous: string): Figures {
  const all = [...stage.services, stage.door];
  const sum = (of: (app: (typeof all)[number]) => number): number => all.reduce((total, app) => total + of(app), 0);
  const repeated = [...stage.repeated].map(([why, count]) => `${count} x ${why}`);
  return {
    'previous release': previous,
    'requests passed on': sum(({ proxy }) => proxy.passed),
    'requests that no process answered': sum(({ proxy }) => proxy.unanswered),
    'requests repeated, and answered then': repeated.join(', ') || 0,
    'requests that failed for good': 0,
    'jobs dead or left': 0,
    'payouts made': summary.paidOut.count,
    'front door asked': `${witness.asked}, not whole ${witness.failed} times, at most ${Math.round(witness.longestMs)} ms`,
    books: 'verified, and every equation of the proof holds',
  };
}
