import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { interleave, ratesOf, summarize } from '../harness/rounds.js';
import { pairwise, quantile } from '../harness/statistics.js';
import { finding, type Line } from '../harness/verdict.js';
import { type DeliverySide, deliverySide, ENDPOINTS } from './delivery-side.js';
import { numbered, takeRedis } from './bench-redis.js';

const RATE_LINE: Line = { atLeast: 0.6 };
/** Processes of one service on the cores of one machine: more of them must not be slower. */
const PROCESSES = [1, 2, 4];
const WORKERS_LINE: Line = { atLeast: 1 };
const HUNG_LINE: Line = { atMost: 1.1 };
/** Events a second while one endpoint hangs: far from what all of them can take, so that no queue hides the wait. */
const STEADY_RATE = 200;
const STEADY_SECONDS = { full: 15, quick: 2 };

export const deliveryMeasurements: readonly Measurement[] = [
  {
    name: 'webhooks-deliveries',
    title: `events sent to ${ENDPOINTS} endpoints that answer at once`,
    run: (bench) => withSides(bench, ['floor', 'subject'], againstFloor),
  },
  {
    name: 'webhooks-hung',
    title: `${STEADY_RATE} events a second to ${ENDPOINTS} endpoints, with one that never answers and without`,
    run: (bench) => withSides(bench, ['subject'], besideHung),
  },
  {
    name: 'webhooks-workers',
    title: `events sent by ${PROCESSES.join(', ')} processes of the service, each event once`,
    run: severalWorkers,
  },
];

type Sides = readonly DeliverySide[];

async function withSides(
  bench: Bench,
  kinds: readonly Parameters<typeof deliverySide>[1][],
  measure: (bench: Bench, sides: Sides) => Promise<Result>,
): Promise<Result> {
  const redis = await takeRedis(bench.redisUrl);
  const sides: DeliverySide[] = [];
  try {
    for (const kind of kinds) {
      bench.say(`starting the ${kind}`);
      sides.push(await deliverySide(bench, kind));
    }
    return await measure(bench, sides);
  } finally {
    for (const side of sides) await side.stop();
    await redis.stop();
  }
}

async function againstFloor(bench: Bench, sides: Sides): Promise<Result> {
  bench.say('sending');
  const all = await interleave(bench.server, sides, { ...bench.options, warmSeconds: 1 });
  const [floorRates = [], rates = []] = all.map(ratesOf);
  return {
    summaries: all.map(summarize),
    findings: [finding('deliveries/s over the floor', pairwise(rates, floorRates), RATE_LINE, floorRates)],
    notes: [],
    problems: all.flatMap(({ problems }) => problems),
  };
}

/** Each number of processes has a database and a Redis of its own. */
async function severalWorkers(bench: Bench): Promise<Result> {
  const taken: Awaited<ReturnType<typeof takeRedis>>[] = [];
  const sides: DeliverySide[] = [];
  try {
    for (const [index, processes] of PROCESSES.entries()) {
      bench.say(`starting ${processes}`);
      const redisUrl = numbered(bench.redisUrl, index + 1);
      taken.push(await takeRedis(redisUrl));
      sides.push(await deliverySide(bench, 'subject', { processes, redisUrl }));
    }
    bench.say('sending');
    const all = await interleave(bench.server, sides, { ...bench.options, warmSeconds: 1 });
    const [alone = [], ...several] = all.map(ratesOf);
    return {
      summaries: all.map(summarize),
      findings: several.map((rates, index) =>
        finding(`deliveries/s of ${PROCESSES[index + 1]} over 1`, pairwise(rates, alone), WORKERS_LINE, alone),
      ),
      notes: [],
      problems: all.flatMap(({ problems }) => problems),
    };
  } finally {
    for (const side of sides) await side.stop();
    for (const redis of taken) await redis.stop();
  }
}

async function besideHung(bench: Bench, [side]: Sides): Promise<Result> {
  if (!side) throw new Error('One side was started');
  const seconds = bench.options.isQuick ? STEADY_SECONDS.quick : STEADY_SECONDS.full;
  const p99s = { calm: [] as number[], hung: [] as number[] };
  const p50s = { calm: [] as number[], hung: [] as number[] };
  const problems: string[] = [];
  await side.loadAt(STEADY_RATE, Math.ceil(seconds / 3), false);
  for (let pair = 0; pair < bench.options.pairs; pair += 1) {
    for (const mode of ['calm', 'hung'] as const) {
      bench.say(mode === 'hung' ? 'one hangs' : 'all answer');
      const { latenciesMs } = await side.loadAt(STEADY_RATE, seconds, mode === 'hung');
      p99s[mode].push(quantile(latenciesMs, 0.99));
      p50s[mode].push(quantile(latenciesMs, 0.5));
      problems.push(...(await side.check()));
    }
  }
  const list = (ms: readonly number[]): string => ms.map((one) => one.toFixed(0)).join(', ');
  return {
    summaries: [],
    findings: [
      finding("the others' p99 while one hangs, over their p99", pairwise(p99s.hung, p99s.calm), HUNG_LINE, p99s.calm),
      finding("the others' p50 while one hangs, over their p50", pairwise(p50s.hung, p50s.calm), undefined, p50s.calm),
    ],
    notes: [
      `From the event to its arrival, ms: p50 ${list(p50s.calm)}, with one that hangs ${list(p50s.hung)}; p99 ${list(p99s.calm)}, with one that hangs ${list(p99s.hung)}.`,
    ],
    problems,
  };
}
