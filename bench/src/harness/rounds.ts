import type { BenchServer } from './bench-server.js';
import type { Load } from './load.js';
import type { Options } from './options.js';
import { cpuSeconds, peakRssBytes } from './processes.js';
import { median, quantile } from './statistics.js';

/** One of the programs that are compared: it can be put under load, and asked whether what it did is right. */
export type Side = Readonly<{
  name: string;
  /** What it does for one operation, for the reader of the report. */
  about: string;
  /** The processes whose CPU and memory are its own. */
  pids: readonly number[];
  load: (seconds: number) => Promise<Load>;
  /** What a round needs and is not part of what is measured. */
  prepare?: () => Promise<void>;
  /** What is wrong with the results so far. A fast wrong answer is worth nothing. */
  check: () => Promise<readonly string[]>;
  stop: () => Promise<void>;
}>;

/** One side under load once. */
export type Round = Readonly<{
  rate: number;
  operations: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  maxMs: number;
  ownCpuSeconds: number;
  postgresCpuSeconds: number;
  walBytes: number;
}>;
export type Rounds = Readonly<{
  side: Side;
  rounds: readonly Round[];
  peakRssBytes: number;
  problems: readonly string[];
}>;

/**
 * Loads the sides in turn, A B A B, so that whatever else the machine does meets all of them. Checks each side's results after
 * each of its rounds. The sides come back in the order they were given.
 */
export async function interleave(
  server: BenchServer,
  sides: readonly Side[],
  { pairs, seconds, warmSeconds }: Options,
  load: (side: Side, seconds: number) => Promise<Load> = (side, duration) => side.load(duration),
): Promise<Rounds[]> {
  const rounds = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  const problems = new Map<Side, string[]>(sides.map((side) => [side, []]));
  for (const side of warmSeconds > 0 ? sides : []) await load(side, warmSeconds);
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const side of sides) {
      await side.prepare?.();
      rounds.get(side)?.push(await oneRound(server, side, () => load(side, seconds)));
      problems.get(side)?.push(...(await side.check()));
    }
  }
  return Promise.all(
    sides.map(async (side) => ({
      side,
      rounds: rounds.get(side) ?? [],
      peakRssBytes: await peakRssBytes(side.pids),
      problems: problems.get(side) ?? [],
    })),
  );
}

async function oneRound(server: BenchServer, side: Side, load: () => Promise<Load>): Promise<Round> {
  const before = await spending(server, side);
  const { operations, seconds, latenciesMs } = await load();
  const after = await spending(server, side);
  return {
    rate: operations / seconds,
    operations,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    p999Ms: quantile(latenciesMs, 0.999),
    maxMs: latenciesMs.at(-1) ?? 0,
    ownCpuSeconds: after.own - before.own,
    postgresCpuSeconds: after.postgres - before.postgres,
    walBytes: after.walBytes - before.walBytes,
  };
}

async function spending(server: BenchServer, side: Side) {
  return { own: await cpuSeconds(side.pids), postgres: await server.cpuSeconds(), walBytes: await server.walBytes() };
}

export const ratesOf = ({ rounds }: Rounds): number[] => rounds.map((round) => round.rate);

/** A side in one line of the report: medians over its rounds; what it spent is per operation over all of them. */
export type Summary = Readonly<{
  name: string;
  about: string;
  rate: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  maxMs: number;
  /** CPU seconds per 1,000 operations: its own processes, and Postgres for it. */
  ownCpuPer1000: number;
  postgresCpuPer1000: number;
  walBytesPerOperation: number;
  peakRssBytes: number;
  rates: readonly number[];
}>;

export function summarize({ side, rounds, peakRssBytes: peak }: Rounds): Summary {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of));
  const total = (of: (round: Round) => number): number => rounds.reduce((sum, round) => sum + of(round), 0);
  const operations = total((round) => round.operations);
  return {
    name: side.name,
    about: side.about,
    rate: middle((round) => round.rate),
    p50Ms: middle((round) => round.p50Ms),
    p99Ms: middle((round) => round.p99Ms),
    p999Ms: middle((round) => round.p999Ms),
    maxMs: Math.max(...rounds.map((round) => round.maxMs)),
    ownCpuPer1000: (total((round) => round.ownCpuSeconds) / operations) * 1_000,
    postgresCpuPer1000: (total((round) => round.postgresCpuSeconds) / operations) * 1_000,
    walBytesPerOperation: total((round) => round.walBytes) / operations,
    peakRssBytes: peak,
    rates: rounds.map((round) => round.rate),
  };
}
