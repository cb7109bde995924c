import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { interleave, ratesOf, summarize, type Rounds } from '../harness/rounds.js';
import { growthExponents, median, pairwise, single } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding, type Line } from '../harness/verdict.js';
import { dispatchSide, type DispatchSetup, type DispatchSide } from './dispatch-side.js';
import { LANES } from './senders.js';

const WALL_LINE: Line = { atMost: 1.5, aim: 1.15 };
const CALLS_LINE: Line = { atMost: 1 };
const OWN_LINE: Line = { atMost: 2.5, aim: 1.5 };
const BATCH_LINE: Line = { atLeast: 20 };
const GROWTH_LINE: Line = { atMost: 0.05 };
const MEMORY_LINE: Line = { atMost: 1.1 };

const ANSWERS_AFTER_MS = 200;
const PER_REQUEST = 100;
const PAYOUTS = { full: 100_000, quick: 2_000 };
const OWN_PAYOUTS = { full: 100_000, quick: 1_000 };
/** One at a time a run of this many takes as long as thousands in batches. */
const ALONE_PAYOUTS = { full: 320, quick: 40 };
/** A round is a whole run: a few of them say enough, and more take an evening. */
const ROUNDS_MAX = { wall: 2, own: 3, batches: 2 };

const about = {
  floor:
    'batch committed, sealed and opened by jose, sent over HTTP, one set-based update; no gate, fence, approval, event or crash',
  subject:
    'the payout-scheduler process: approval and gates checked, batches frozen, sealed, fenced, sent, recorded, told to consumers',
};

export const dispatchMeasurements: readonly Measurement[] = [
  {
    name: 'dispatch-run',
    title: `sending an approved run to a provider that answers in ${ANSWERS_AFTER_MS} ms, ${LANES} requests at a time`,
    run: wallTime,
  },
  {
    name: 'dispatch-own',
    title: 'sending a run to a provider that answers at once: our own time per batch of 100',
    run: ownTime,
  },
  {
    name: 'dispatch-batches',
    title: `batches of 100 against batches of 1, answered in ${ANSWERS_AFTER_MS} ms`,
    run: batchSizes,
  },
];

type Sizes = Readonly<{ full: number; quick: number }>;
const sizeOf = ({ options }: Bench, sizes: Sizes): number =>
  options.sellers ?? (options.isQuick ? sizes.quick : sizes.full);

type Course = Readonly<{ setups: readonly DispatchSetup[]; rounds: number; isWarm: boolean }>;

/** Sends runs from all sides in turn. Cold where a run is sent as in life: by a process that has done nothing since the day before. */
async function inTurn(
  bench: Bench,
  { setups, rounds, isWarm }: Course,
  conclude: (all: Rounds[], sides: DispatchSide[]) => Result | Promise<Result>,
): Promise<Result> {
  const pairs = Math.min(bench.options.pairs, rounds);
  const sides: DispatchSide[] = [];
  try {
    for (const setup of setups) {
      bench.say(`preparing ${setup.payouts.toLocaleString('en')} sellers for ${setup.name}`);
      sides.push(await dispatchSide(bench, setup));
    }
    bench.say('sending runs');
    const warming = isWarm ? await warm(sides) : [];
    const all = await interleave(bench.server, sides, { ...bench.options, pairs, warmSeconds: 0 });
    const result = await conclude(all, sides);
    return { ...result, problems: [...warming, ...result.problems] };
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function warm(sides: readonly DispatchSide[]): Promise<string[]> {
  const problems: string[] = [];
  for (const side of sides) {
    await side.prepare();
    await side.load(0);
    problems.push(...(await side.check()));
  }
  return problems;
}

async function wallTime(bench: Bench): Promise<Result> {
  const payouts = sizeOf(bench, PAYOUTS);
  const setups = [Math.ceil(payouts / 10), payouts].map((n, index): DispatchSetup => ({
    ...{ name: `subject at ${n}`, kind: 'subject', about: about.subject, payouts: n, payoutsPerBatch: PER_REQUEST },
    ...{ answersAfterMs: ANSWERS_AFTER_MS, redisNumber: index + 1 },
  }));
  return inTurn(bench, { setups, rounds: ROUNDS_MAX.wall, isWarm: false }, async (all, sides) => {
    const [small, large] = all.map(wallsOf);
    const [before, after] = all.map((rounds) => rounds.peakRssBytes);
    const side = sides[1];
    if (!small || !large || !before || !after || !side) throw new Error('Two sides were measured');
    const times = payouts / Math.ceil(payouts / 10);
    const ideal = idealSeconds(payouts);
    const cost = pairwise(
      large.map((s) => s / times),
      small,
    );
    const book = await side.book();
    const runs = large.length;
    return {
      summaries: all.map(summarize),
      findings: [
        finding(
          `wall over ideal (${short(ideal, 's')})`,
          pairwise(
            large,
            large.map(() => ideal),
          ),
          WALL_LINE,
          [1],
        ),
        finding(
          'calls over the fewest possible',
          single(book.calls / (runs * Math.ceil(payouts / PER_REQUEST))),
          CALLS_LINE,
          [1],
        ),
        finding('p of the time per payout, 10x payouts', growthExponents(cost, times), GROWTH_LINE, [1]),
        finding('peak RSS of Node, 10x payouts', single(after / before), MEMORY_LINE, [1]),
      ],
      notes: [
        `${payouts.toLocaleString('en')} payouts: ${large.map((s) => short(s, 's')).join(', ')}`,
        `At most ${book.underWayMax} requests were under way at a time.`,
      ],
      problems: [...all.flatMap(({ problems }) => problems), ...tooMany(book.underWayMax)],
    };
  });
}

const tooMany = (underWay: number): string[] =>
  underWay > LANES ? [`${underWay} requests under way instead of ${LANES}`] : [];
const wallsOf = ({ rounds }: Rounds): number[] => rounds.map(({ operations, rate }) => operations / rate);

/** What the provider alone takes: no lane is ever idle, and nothing of ours takes any time. */
const idealSeconds = (payouts: number): number =>
  (Math.ceil(Math.ceil(payouts / PER_REQUEST) / LANES) * ANSWERS_AFTER_MS) / 1_000;

async function ownTime(bench: Bench): Promise<Result> {
  const shared = {
    payouts: sizeOf(bench, OWN_PAYOUTS),
    payoutsPerBatch: PER_REQUEST,
    answersAfterMs: 0,
    redisNumber: 1,
  };
  const tenth = Math.ceil(shared.payouts / 10);
  const setups: DispatchSetup[] = [
    { ...shared, name: 'floor', kind: 'floor', about: about.floor },
    { ...shared, name: 'subject', kind: 'subject', about: about.subject },
    { ...shared, name: 'subject at a tenth', kind: 'subject', about: about.subject, payouts: tenth, redisNumber: 2 },
  ];
  return inTurn(bench, { setups, rounds: ROUNDS_MAX.own, isWarm: true }, (all) => {
    const [floorRates, rates, smallRates] = all.map(ratesOf);
    const [floor, subject, small] = all.map(summarize);
    if (!floorRates || !rates || !smallRates || !floor || !subject || !small)
      throw new Error('Three sides were measured');
    const cpu = (subject.ownCpuPer1000 + subject.postgresCpuPer1000) / (floor.ownCpuPer1000 + floor.postgresCpuPer1000);
    return {
      summaries: [floor, subject, small],
      findings: [
        finding('time per batch over the floor', pairwise(floorRates, rates), OWN_LINE, floorRates),
        finding('CPU per batch over the floor', single(cpu), undefined, floorRates),
        finding(
          'p of the time per batch, 10x payouts',
          growthExponents(pairwise(smallRates, rates), shared.payouts / tenth),
          GROWTH_LINE,
          smallRates,
        ),
      ],
      notes: [
        `Per batch: floor ${short(1_000 / median(floorRates), 'ms')}, subject ${short(1_000 / median(rates), 'ms')}, both with the provider's own work on the same cores.`,
      ],
      problems: all.flatMap(({ problems }) => problems),
    };
  });
}

async function batchSizes(bench: Bench): Promise<Result> {
  const shared = { kind: 'subject', about: about.subject, answersAfterMs: ANSWERS_AFTER_MS } as const;
  const setups: DispatchSetup[] = [
    { ...shared, name: 'batches of 1', payouts: sizeOf(bench, ALONE_PAYOUTS), payoutsPerBatch: 1, redisNumber: 1 },
    {
      ...shared,
      name: 'batches of 100',
      payouts: sizeOf(bench, OWN_PAYOUTS),
      payoutsPerBatch: PER_REQUEST,
      redisNumber: 2,
    },
  ];
  return inTurn(bench, { setups, rounds: ROUNDS_MAX.batches, isWarm: true }, (all) => {
    const [one, hundred] = all.map(ratesOf);
    if (!one || !hundred) throw new Error('Two sides were measured');
    return {
      summaries: all.map(summarize),
      findings: [
        finding(
          'payouts/s, batches of 100 over batches of 1',
          pairwise(
            hundred.map((r) => r * PER_REQUEST),
            one,
          ),
          BATCH_LINE,
          one,
        ),
      ],
      notes: [],
      problems: all.flatMap(({ problems }) => problems),
    };
  });
}
