import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { interleave, ratesOf, summarize, type Rounds } from '../harness/rounds.js';
import { growthExponents, median, pairwise, single } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding, type Finding, type Line } from '../harness/verdict.js';
import type { MarketSize } from './market.js';
import { createMarket, planSide, type PlanSide } from './plan-side.js';

const RATE_LINE: Line = { atLeast: 0.5, aim: 0.8 };
const MEMORY_LINE: Line = { atMost: 1.1 };
const GROWTH_LINE: Line = { atMost: 0.05 };
const LINES_PER_SELLER = 10;
const SELLERS = { full: 100_000, quick: 500 };
/** A tenth of the sellers tells what more of them cost, a hundredth warms up. */
const SHARES = [1, 10, 100];
/** A round plans a whole run: a few of them say enough, and more take an evening. */
const ROUNDS_MAX = 3;

const about = {
  floor:
    'raw SQL on the same tables: matured lines, a posting per seller of them; statements, their lines, payouts, a posting per payout; no rules',
  subject:
    'draftRun: settlements, cancels, holds; terms, reserves, debt, tax, gates; the same rows, and the hash of what will be sent',
};

export const planMeasurements: readonly Measurement[] = [
  {
    name: 'plan-run',
    title: 'drafting a run: sellers of ten order lines each, from lines that wait to reserved payouts',
    run: planRuns,
  },
];

const sellersOf = ({ options }: Bench): number => options.sellers ?? (options.isQuick ? SELLERS.quick : SELLERS.full);

async function planRuns(bench: Bench): Promise<Result> {
  const { server, options } = bench;
  const sizes = SHARES.map((share): MarketSize => ({
    sellers: Math.ceil(sellersOf(bench) / share),
    linesPerSeller: LINES_PER_SELLER,
  }));
  const markets = [];
  for (const size of sizes) {
    bench.say(`preparing ${size.sellers.toLocaleString('en')} sellers`);
    markets.push(await createMarket(server, size));
  }
  const [whole, tenth, warmUp] = markets;
  if (!whole || !tenth || !warmUp) throw new Error('There are markets of three sizes');
  const sides: PlanSide[] = [];
  try {
    for (const [name, kind, market] of [
      ['floor', 'floor', whole],
      ['subject', 'subject', whole],
      [`subject, ${tenth.size.sellers.toLocaleString('en')} sellers`, 'subject', tenth],
    ] as const)
      sides.push(await planSide(server, { name, about: about[kind], kind, market, warmUp }));
    bench.say('planning runs');
    const pairs = Math.min(options.pairs, ROUNDS_MAX);
    const all = await interleave(server, sides, { ...options, pairs, warmSeconds: 0 });
    return {
      summaries: all.map(summarize),
      findings: findings(all, sizes),
      notes: sides.map((side) => `${side.name}: ${spent(side)}`),
      problems: all.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}

function findings([floor, subject, small]: readonly Rounds[], [size, smallSize]: readonly MarketSize[]): Finding[] {
  if (!floor || !subject || !small || !size || !smallSize) throw new Error('Three sides were measured');
  const cost = pairwise(ratesOf(small), ratesOf(subject));
  const exponents = growthExponents(cost, size.sellers / smallSize.sellers);
  const memory = subject.peakRssBytes / small.peakRssBytes;
  const grows = [smallSize, size].map((s) => (s.sellers * s.linesPerSeller).toLocaleString('en')).join(' to ');
  return [
    finding('sellers/s over the floor', pairwise(ratesOf(subject), ratesOf(floor)), RATE_LINE, ratesOf(floor)),
    finding(`p of the time per due seller, ${grows} lines`, exponents, GROWTH_LINE, ratesOf(small)),
    finding(`peak RSS of Node, ${grows} lines`, single(memory), MEMORY_LINE, []),
  ];
}

/** Where time and memory went: seconds of the median round by part, the largest first, and the largest heap. */
function spent(side: PlanSide): string {
  const rounds = side.planned();
  const names = [...new Set(rounds.flatMap(({ parts }) => Object.keys(parts)))];
  const times = names
    .map((name) => [name, median(rounds.map(({ parts }) => parts[name] ?? 0))] as const)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, seconds]) => `${name} ${short(seconds, 's')}`);
  const megabytes = (of: 'peak' | 'kept'): string => short(Math.max(...rounds.map(({ heap }) => heap[of])) / 1e6, 'MB');
  return `${times.join(', ')}; heap up to ${megabytes('peak')}, of which ${megabytes('kept')} are kept after the run`;
}
