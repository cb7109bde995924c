import { patiently } from '@jeongsan/child-processes';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessDateOf } from '@jeongsan/calendar';
import { nextRunOf } from '@jeongsan/database';
import { judgeHistories, type Verdict } from '../oracle/judge-histories.js';
import { judgePlatform } from '../oracle/judge-platform.js';
import { readBook, readEvidence } from '../oracle/evidence.js';
import type { RoundPlan } from '../plan/plan-round.js';
import type { Stage } from '../stage/stage.js';
import { buildMarket, type History } from '../testing/build-market.js';
import { Deciders, earlyTroubles, laterTroubles, providerStops } from './actors.js';
import { Days } from './days.js';
import { mendProvider, orderFaults } from './provider-faults.js';
import { Sampler } from './sampler.js';
import { comeToRest, type Rest } from './settle.js';
import { strikeAll } from './strikes.js';

export type Struck = (what: string, times: number) => void;
export type RoundResult = Readonly<{
  verdicts: readonly Verdict[];
  /** Errors of the stack as a whole. */
  platform: readonly string[];
  rest: Rest;
  payouts: number;
  samples: number;
}>;

/**
 * One round: makes a market, pays it out under faults, repairs everything, waits for rest, and checks against the provider's
 * records.
 */
export async function playRound(
  stage: Stage,
  plan: RoundPlan,
  struck: Struck,
  quietMsMax: number,
): Promise<RoundResult> {
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
  const rest = await comeToRest(stage, dates, quietMsMax, () => deciders.look(true).catch(() => undefined));
  await sampler.stop();

  const book = await readBook(stage);
  const evidence = await readEvidence(stage, histories, book);
  const verdicts = judgeHistories(histories, evidence, rest.open);
  const platform = [
    ...sampler.found,
    ...deciders.problems,
    ...stage.problems,
    ...(await judgePlatform(stage, histories, book)),
  ];
  stage.problems.clear();
  return { verdicts, platform, rest, payouts: evidence.payouts.length, samples: sampler.samples };
}

/** Plays the days of the runs, each in a fraction of a second, while people, sellers, machines and network act as planned. */
async function everythingAtOnce(
  stage: Stage,
  plan: RoundPlan,
  histories: readonly History[],
  deciders: Deciders,
  struck: Struck,
): Promise<void> {
  const days = new Days(histories.flatMap((history) => history.dates));
  let isOver = false;
  const people = deciders.until(() => isOver);
  const [stops] = await Promise.all([
    providerStops(stage, histories, days),
    strikeAll(stage, plan.strikes, days, struck),
    laterTroubles(stage, histories, days),
    days.pass(stage, plan.timeOfDay),
  ]);
  struck('payout stopped at the provider', stops);
  await underWay(stage, histories);
  isOver = true;
  await people;
}

/** The part of the runs that must have been sent before the repair, and how long to wait for it. */
const UNDER_WAY = 0.8;
const UNDER_WAY_MS_MAX = 10_000;
const LOOK_MS = 200;

async function underWay({ db }: Stage, histories: readonly History[]): Promise<void> {
  const dates = histories.flatMap((history) => history.dates);
  for (const deadline = Date.now() + UNDER_WAY_MS_MAX; Date.now() < deadline; await sleep(LOOK_MS)) {
    const [row] = await patiently(() =>
      db.query<{ runs: bigint }[]>(
        `select count(*) as runs from payouts.run r where business_date = any($1::date[])
            and (state in ('closed', 'rejected', 'draft') and content_hash <> ''
                 or exists (select from payouts.batch a where a.run_id = r.id and a.state <> 'prepared'))`,
        [dates],
      ),
    );
    if (Number(row?.runs ?? 0) >= UNDER_WAY * dates.length) return;
  }
}

/** Repairs everything. */
async function mend({ wires, replicas, clocks, commits, servers, inboxVolume }: Stage): Promise<void> {
  commits.withdraw();
  for (const wire of Object.values(wires)) wire.restore();
  await Promise.all([servers.postgres?.start(), servers.redis?.start(), inboxVolume?.free()]);
  replicas.thaw();
  await replicas.revive();
  await clocks.jump(0);
}

/** The first date without an enqueued run. */
async function firstFreeDate({ db }: Stage): Promise<string> {
  const next = await patiently(() => nextRunOf(db, 'payout-run.draft'));
  if (!next) throw new Error('The schedulers have not declared when they draft');
  return businessDateOf(next);
}
