import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServers, type Servers } from '@jeongsan/stack';
import {
  clockStartOf,
  collectFacts,
  DEFAULT_MONTH,
  generateMarket,
  playMarket,
  prove,
  readMarket,
  serviceNames,
  startPlatform,
  summarise,
  writeMarket,
  type AppName,
  type Market,
  type Month,
  type Platform,
  type Proof,
  type Step,
  type Summary,
} from '../src/index.js';

/** Two weeks with every kind of event of a month, only fewer of each. */
export const SMALL_MONTH: Month = {
  ...DEFAULT_MONTH,
  // Among its few cancels are some of units, and some that an operator corrects on either side.
  seed: 47,
  days: 14,
  sellers: 30,
  orders: 250,
  cancelUntil: '2026-05-18',
};

/** A week with the same kinds of events, for plays that are repeated. */
export const SHORT_MONTH: Month = {
  ...SMALL_MONTH,
  seed: 7,
  days: 9,
  sellers: 24,
  orders: 160,
  cancelUntil: '2026-05-11',
};

/** The sums of the market's files as computed by recompute.mjs; amounts as decimal strings. */
export type Recomputed = Readonly<Record<string, string>> & { perSeller: Record<string, { earned: string }> } & {
  perWay: Record<string, { paid: number; unpaid: number; sales: string; canceled: string }>;
};

/** The result of a play, in a form in which two plays can be compared. */
export type Outcome = Readonly<{
  summary: Summary;
  proof: Proof;
  /** Won that the provider's own records show as paid to each seller, by the platform's reference. */
  paidByBook: ReadonlyMap<string, bigint>;
}>;

/** A play that is over, and the platform that holds it. */
export type Stay = Readonly<{ outcome: Outcome; platform: Platform }>;

/** A fault caused to a running platform; `settled` resolves when it is repaired. */
export type Disturbance = Readonly<{
  onPhase?: (step: Step, platform: Platform) => Promise<void>;
  onStep?: (step: Step, platform: Platform) => void;
  settled: () => Promise<void>;
}>;

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The servers that all plays share, each with databases of its own, and a market written to a folder as its owner would. */
export async function openStage(name: string, month: Month) {
  // Servers of these tests alone, whatever the environment names: some plays kill them.
  const servers = await startServers({ name, fresh: true, inMemory: true, keepAlive: true, env: {} });
  const dir = await mkdtemp(join(tmpdir(), 'jeongsan-market-'));
  await writeMarket(dir, generateMarket(month));
  const market = await readMarket(dir);
  return {
    market,
    recomputed: () => recompute(dir),
    /** One play whose platform goes on, for a look at what it holds. */
    playAndStay: () => playOnce({ name, servers, market }),
    play: (disturbance?: Disturbance) => playAndStop({ name, servers, market, ...(disturbance && { disturbance }) }),
    playInstead: (other: Market) => playAndStop({ name, servers, market: other }),
    close: async () => {
      await servers.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The time after which a silent worker's jobs are another's: the usual fifteen seconds would be most of a play with ten kills. */
const settings = Object.fromEntries(serviceNames.map((name) => [name, { JOB_LOCK_MS: '4000' }]));

type PlayOnce = Readonly<{ name: string; servers: Servers; market: Market; disturbance?: Disturbance }>;

async function playAndStop(play: PlayOnce): Promise<Outcome> {
  const { outcome, platform } = await playOnce(play);
  await platform.stop();
  return outcome;
}

async function playOnce({ name, servers, market, disturbance }: PlayOnce): Promise<Stay> {
  const clockStartsAt = clockStartOf(market);
  // A request that lost its answer is freed after a minute, and may lose the next answer too.
  const platform = await startPlatform({ name, servers, fresh: true, clockStartsAt, settings, patienceMs: 150_000 });
  try {
    const played = await playMarket({
      market,
      platform,
      // Jobs of a killed worker are taken over when their locks expire.
      quietWithinMs: 90_000,
      onPhase: async (step) => disturbance?.onPhase?.(step, platform),
      onStep: (step) => disturbance?.onStep?.(step, platform),
    });
    await disturbance?.settled();
    const facts = await collectFacts(platform.clients, played);
    const paidByBook = new Map(facts.book.paidBySeller.map(({ refSellerId, amount }) => [refSellerId, amount]));
    return { outcome: { summary: summarise(facts), proof: prove(facts), paidByBook }, platform };
  } catch (error) {
    // An app that returns after the stop would work against the next play, with the keys of this one.
    await disturbance?.settled().catch(() => undefined);
    await platform.stop();
    throw error;
  }
}

function recompute(dir: string): Recomputed {
  const program = join(import.meta.dirname, '../../../examples/market/recompute.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, dir], { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Recomputed;
}

export type Killable = AppName | 'postgres' | 'redis';

/** Kills a process without warning, and waits until the platform itself has restarted it. */
export async function killAndWait(platform: Platform, name: Killable): Promise<void> {
  const killed = name === 'postgres' || name === 'redis' ? platform.servers[name] : platform.apps[name];
  const pid = killed?.pid;
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  const deadline = Date.now() + BACK_MS_MAX;
  while (killed?.pid === pid) {
    if (Date.now() > deadline) throw new Error(`${name} did not come back in ${BACK_MS_MAX} ms`);
    await sleep(POLL_MS);
  }
}

const BACK_MS_MAX = 120_000;
const POLL_MS = 50;
const DOWN_MS = 300;

/** Kills an app without warning, and restarts it a moment later. */
export async function killAndRestart(platform: Platform, name: AppName): Promise<void> {
  await platform.apps[name].kill('SIGKILL');
  await sleep(DOWN_MS);
  await platform.apps[name].restart();
}

/** Both plays had the same result: no seller was paid twice, and none less. */
export function expectSameAs(expected: Outcome, outcome: Outcome): void {
  expect(unproven(outcome)).toEqual([]);
  expect(outcome.paidByBook).toEqual(expected.paidByBook);
  // Ids and times of day differ from play to play.
  const { runs: _runs, explained: _explained, orderStories: _orders, ...totals } = outcome.summary;
  const { runs: _expectedRuns, explained: _payouts, orderStories: _stories, ...expectedTotals } = expected.summary;
  expect(totals).toEqual(expectedTotals);
}

/** The equations that do not hold, in words; empty when every won is explained. */
export const unproven = ({ proof }: Outcome): string[] =>
  proof.equations
    .filter((equation) => !equation.holds)
    .map(
      ({ title, sides, differing }) => `${title}: ${sides.map((s) => s.amount).join(' / ')} ${differing.join(', ')}`,
    );
