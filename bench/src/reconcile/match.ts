import { resolve } from 'node:path';
import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { startSideChild } from '../harness/side-child.js';
import { growthExponents, median, pairwise, type Ratio, single } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding, type Finding } from '../harness/verdict.js';
import { createDay, differencesIn, type MatchSize } from './match-data.js';
import { type MatchAnswer, type MatchOrder, type MatchWay, matchWays } from './match-order.js';

const ROWS = { full: 1_000_000, quick: 20_000 };
const FEW = 1;
const MANY = 100;
const ROUNDS_MAX = 5;
const RSS_MAX_BYTES = 250e6;
const SIDE = resolve(import.meta.dirname, 'match-side.main.js');

export const matchMeasurements: readonly Measurement[] = [
  {
    name: 'reconcile-match',
    title: 'matching a day: orders, payments, transactions and settlement rows, over a raw FULL JOIN of the last two',
    run: matchDays,
  },
];

type Timed = Readonly<{ size: MatchSize; seconds: Readonly<Record<MatchWay, number[]>> }>;

/** `--sellers N`: N rows a day instead of 1,000,000; a tenth of them shows the growth. */
async function matchDays(bench: Bench): Promise<Result> {
  const rows = bench.options.sellers ?? (bench.options.isQuick ? ROWS.quick : ROWS.full);
  const sizes: MatchSize[] = [
    { rows: Math.ceil(rows / 10), perThousand: FEW },
    { rows, perThousand: FEW },
    { rows, perThousand: MANY },
  ];
  const child = startSideChild<MatchOrder, MatchAnswer>(SIDE, { name: 'matching side' });
  const problems: string[] = [];
  let peakRssBytes = 0;
  try {
    const timed: Timed[] = [];
    for (const [index, size] of sizes.entries()) {
      bench.say(
        `preparing ${size.rows.toLocaleString('en')} rows, ${size.perThousand / 10} % of them with a difference`,
      );
      const url = await createDay(bench.server, `match_${index}`, size);
      const seconds: Record<MatchWay, number[]> = { floor: [], joins: [], compare: [], list: [], commit: [] };
      for (let round = -1; round < Math.min(bench.options.pairs, ROUNDS_MAX); round += 1) {
        for (const way of matchWays) {
          const answer = await child.ask({ way, url });
          // The first round fills the caches.
          if (round >= 0) seconds[way].push(answer.seconds);
          peakRssBytes = Math.max(peakRssBytes, answer.peakRssBytes);
          const planted = differencesIn(size);
          if (way !== 'floor' && way !== 'joins' && answer.differences !== planted)
            problems.push(`${way} found ${answer.differences} of ${planted} differences in ${size.rows} rows`);
        }
      }
      timed.push({ size, seconds });
    }
    return { summaries: [], findings: findingsOf(timed, peakRssBytes), notes: timed.map(noteOf), problems };
  } finally {
    await child.stop();
  }
}

function findingsOf([small, few, many]: readonly Timed[], peakRssBytes: number): Finding[] {
  if (!small || !few || !many) throw new Error('Three days were measured');
  const over = ({ seconds }: Timed, way: MatchWay): Ratio => pairwise(seconds[way], seconds.floor);
  const { floor } = few.seconds;
  const growth = (way: MatchWay): Ratio =>
    growthExponents(pairwise(few.seconds[way], small.seconds[way]), few.size.rows / small.size.rows);
  return [
    finding('comparison over FULL JOIN, 0.1 % differ', over(few, 'compare'), { atMost: 2.5, aim: 1.4 }, floor),
    finding('with each difference listed, 0.1 % differ', over(few, 'list'), { atMost: 2.5 }, floor),
    finding('with breaks opened, 0.1 % differ', over(few, 'commit'), { atMost: 2.5 }, floor),
    finding('comparison over FULL JOIN, 10 % differ', over(many, 'compare'), { atMost: 3 }, many.seconds.floor),
    finding('with each difference listed, 10 % differ', over(many, 'list'), undefined, many.seconds.floor),
    finding('with breaks opened, 10 % differ', over(many, 'commit'), undefined, many.seconds.floor),
    finding(
      'comparison over raw joins of all four tables, 0.1 %',
      pairwise(few.seconds.compare, few.seconds.joins),
      undefined,
      floor,
    ),
    finding(
      'comparison over raw joins of all four tables, 10 %',
      pairwise(many.seconds.compare, many.seconds.joins),
      undefined,
      floor,
    ),
    finding('10 % over 0.1 %', pairwise(many.seconds.compare, few.seconds.compare), { atMost: 1.5 }, floor),
    finding(
      `p of the comparison, ${span(small, few)}`,
      growth('compare'),
      { atMost: growth('floor').median + 0.1 },
      floor,
    ),
    finding(`p of the FULL JOIN, ${span(small, few)}`, growth('floor'), undefined, floor),
    finding('peak RSS of Node over 250 MB', single(peakRssBytes / RSS_MAX_BYTES), { atMost: 1 }, []),
  ];
}

const span = (small: Timed, large: Timed): string =>
  [small, large].map(({ size }) => size.rows.toLocaleString('en')).join(' to ');

const noteOf = ({ size, seconds }: Timed): string =>
  `${size.rows.toLocaleString('en')} rows, ${size.perThousand / 10} %: ${matchWays.map((way) => `${way} ${short(median(seconds[way]), 's')}`).join(', ')}`;
