import { setTimeout as sleep } from 'node:timers/promises';
import { businessDateOf, createCalendar, instantAt } from '@jeongsan/calendar';
import { judgeHistories, type Verdict } from '../oracle/judge-histories.js';
import { judgePlatform } from '../oracle/judge-platform.js';
import { readEvidence } from '../oracle/evidence.js';
import { WINDOW_MS } from '../plan/plan-history.js';
import type { RoundPlan } from '../plan/plan-round.js';
import { patiently } from '../stage/patiently.js';
import type { Stage } from '../stage/stage.js';
import { buildMarket, type History } from '../testing/build-market.js';
import { Deciders, earlyTroubles, laterTroubles, providerStops } from './actors.js';
import { mendProvider, orderFaults } from './provider-faults.js';
import { Sampler } from './sampler.js';
import { comeToRest, type Rest } from './settle.js';
import { strikeAll } from './strikes.js';

export type Struck = (what: string, times: number) => void;
export type RoundResult = Readonly<{
  verdicts: readonly Verdict[];
  /** What is wrong with the stack as a whole. */
  platform: readonly string[];
  rest: Rest;
  payouts: number;
  samples: number;
}>;

/** One round: a market is made, paid out while everything breaks, mended, left to come to rest, and judged by the provider's book. */
export async function playRound(stage: Stage, plan: RoundPlan, struck: Struck): Promise<RoundResult> {
  await stage.replicas.scaleTo(plan.replicas);
  const histories = await buildMarket(stage, plan.histories, await firstFreeDate(stage));
  const dates = histories.flatMap((history) => history.dates);
  await earlyTroubles(stage, histories);
  const ordered = await orderFaults(stage, plan, histories);
  const sampler = new Sampler(stage.db);
  const deciders = new Deciders(stage, histories);

  await everythingAtOnce(stage, plan, histories, deciders, struck);
  await mend(stage);
  await mendProvider(stage, ordered, struck);
  const rest = await comeToRest(stage, dates, () => deciders.look(true).catch(() => undefined));
  await sampler.stop();

  const evidence = await readEvidence(stage, histories);
  const verdicts = judgeHistories(histories, evidence, rest.open);
  const platform = [...sampler.found, ...deciders.problems, ...(await judgePlatform(stage, histories))];
  return { verdicts, platform, rest, payouts: evidence.payouts.length, samples: sampler.samples };
}

/** The day of the last date's run comes; all earlier ones are caught up with, under fire. */
async function everythingAtOnce(
  stage: Stage,
  plan: RoundPlan,
  histories: readonly History[],
  deciders: Deciders,
  struck: Struck,
): Promise<void> {
  const last = histories.at(-1)?.dates.at(-1) ?? businessDateOf(stage.clocks.now());
  await stage.clocks.moveTo(instantAt(createCalendar().nextBusinessDay(last), plan.timeOfDay));
  let isOver = false;
  const people = deciders.until(() => isOver);
  const [stops] = await Promise.all([
    providerStops(stage, histories, histories[0]?.dates[0] ?? last),
    strikeAll(stage, plan.strikes, struck),
    laterTroubles(stage, histories),
    sleep(WINDOW_MS),
  ]);
  struck('payout stopped at the provider', stops);
  isOver = true;
  await people;
}

/** Everything is whole again, whatever was broken. */
async function mend({ wires, replicas, clocks, commits, servers }: Stage): Promise<void> {
  commits.withdraw();
  for (const wire of Object.values(wires)) wire.restore();
  await Promise.all([servers.postgres?.start(), servers.redis?.start()]);
  replicas.thaw();
  await replicas.revive();
  await clocks.jump(0);
}

/** The first date that no run was promised for. */
async function firstFreeDate({ db }: Stage): Promise<string> {
  const [row] = await patiently(() =>
    db.query<{ next_run_at: Date }[]>(`select next_run_at from messaging.schedule where name = 'payout-run.draft'`),
  );
  if (!row) throw new Error('The schedulers have not declared when they draft');
  return businessDateOf(row.next_run_at);
}
