import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { peakRssBytes } from '../harness/processes.js';
import { interleave, ratesOf, summarize } from '../harness/rounds.js';
import { growthExponent, median, pairwise } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding, type Line } from '../harness/verdict.js';
import type { MarketSize } from './market.js';
import { planSide, type PlanSide } from './plan-side.js';
import type { Parts } from './side-order.js';

const RATE_LINE: Line = { atLeast: 0.5, aim: 0.8 };
const MEMORY_LINE: Line = { atMost: 1.1 };
const GROWTH_LINE: Line = { atMost: 0.05 };
const LINES_PER_SELLER = 10;
const SELLERS = { full: 100_000, quick: 500 };
/** A round plans a whole run: a few of them say enough, and more take an evening. */
const ROUNDS_MAX = 3;

const about = {
  floor:
    'raw SQL on the same tables: statements, their lines, payouts, a balanced posting per payout; no rules of any kind',
  subject:
    'draftRun: terms, reserves, debt, tax, holds, gates, statements, lines, payouts, books, the hash of what will be sent',
};

export const planMeasurements: readonly Measurement[] = [
  {
    name: 'plan-run',
    title: 'planning a run: due sellers, ten lines each, from ledger to reserved payouts',
    run: againstFloor,
  },
  { name: 'plan-growth', title: 'planning a run as it grows', run: growth },
];

const sellersOf = ({ options }: Bench): number => options.sellers ?? (options.isQuick ? SELLERS.quick : SELLERS.full);
const roundsOf = ({ options }: Bench): number => Math.min(options.pairs, ROUNDS_MAX);

async function againstFloor(bench: Bench): Promise<Result> {
  const size = { sellers: sellersOf(bench), linesPerSeller: LINES_PER_SELLER };
  const sides: PlanSide[] = [];
  try {
    for (const kind of ['floor', 'subject'] as const) {
      bench.say(`preparing ${size.sellers.toLocaleString('en')} sellers for the ${kind}`);
      sides.push(await planSide(bench.server, { kind, size, about: about[kind] }));
    }
    bench.say('planning runs');
    const all = await interleave(bench.server, sides, { ...bench.options, pairs: roundsOf(bench) });
    const [floorRates, rates] = all.map(ratesOf);
    if (!floorRates || !rates) throw new Error('Two sides were measured');
    return {
      summaries: all.map(summarize),
      findings: [finding('sellers/s over the floor', pairwise(rates, floorRates), RATE_LINE, floorRates)],
      notes: sides.map((side) => `${side.name}: ${partsText(side.parts())}`),
      problems: all.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}

/** A tenth of the sellers, then all of them: what one costs, and what Node holds. */
async function growth(bench: Bench): Promise<Result> {
  const sellers = sellersOf(bench);
  const sizes = [Math.ceil(sellers / 10), sellers].map((n): MarketSize => ({
    sellers: n,
    linesPerSeller: LINES_PER_SELLER,
  }));
  const sides: PlanSide[] = [];
  try {
    for (const size of sizes) {
      bench.say(`preparing ${size.sellers.toLocaleString('en')} sellers`);
      const name = `subject at ${size.sellers}`;
      sides.push(await planSide(bench.server, { kind: 'subject', size, about: about.subject, name }));
    }
    bench.say('planning runs');
    const all = await interleave(bench.server, sides, { ...bench.options, pairs: roundsOf(bench) });
    const [small = [], large = []] = all.map(({ rounds }) => rounds.map(({ rate }) => 1 / rate));
    const [before = Number.NaN, after = Number.NaN] = await Promise.all(sides.map((side) => peakRssBytes(side.pids)));
    const cost = pairwise(large, small);
    const times = (sizes[1]?.sellers ?? 0) / (sizes[0]?.sellers ?? 1);
    const p = (ratio: number): number => growthExponent(ratio, times);
    const exponents = { median: p(cost.median), min: p(cost.min), max: p(cost.max) };
    const memory = { median: after / before, min: after / before, max: after / before };
    const lines = sizes.map((s) => (s.sellers * s.linesPerSeller).toLocaleString('en')).join(' to ');
    return {
      summaries: all.map(summarize),
      findings: [
        finding(`p of the time per due seller, ${lines} lines`, exponents, GROWTH_LINE, small),
        finding(`peak RSS of Node, ${lines} lines`, memory, MEMORY_LINE, small),
      ],
      notes: sides.map((side) => `${side.name}: ${partsText(side.parts())}`),
      problems: all.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
  }
}

/** Where the time went: seconds of the median round by part, the largest first. */
function partsText(rounds: readonly Parts[]): string {
  const names = [...new Set(rounds.flatMap((parts) => Object.keys(parts)))];
  const medians = names.map((name) => [name, median(rounds.map((parts) => parts[name] ?? 0))] as const);
  return medians
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, seconds]) => `${name} ${short(seconds, 's')}`)
    .join(', ');
}
