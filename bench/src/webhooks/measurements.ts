import { ask } from '../harness/bench-server.js';
import { measureGrowth } from '../harness/growth.js';
import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { rateOfLoadTool } from '../harness/load-tool.js';
import { interleave, ratesOf, summarize, type Rounds } from '../harness/rounds.js';
import { median, pairwise } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding, type Line } from '../harness/verdict.js';
import { takeRedis, type BenchRedis } from './bench-redis.js';
import { deliveryMeasurements } from './deliveries.js';
import { hostileMeasurement } from './hostile.js';
import { createInbox, LANES, webhookSide, type WebhookSide } from './webhook-side.js';

const RATE_LINE: Line = { atLeast: 0.55, aim: 0.8 };
const LATENCY_LINE: Line = { atMost: 3, aim: 1.5 };
const HEADROOM_LEAST = 3;

const about = {
  floor: 'raw Fastify: HMAC over the raw body, JSON.parse, one insert and commit, then 200',
  subject: 'the webhook-ingestor process: the same, and a nudge in the outbox, published to Redis meanwhile',
  peer: 'NestJS on Fastify: a controller with an insert per webhook',
};

export const webhookMeasurements: readonly Measurement[] = [
  {
    name: 'webhooks-throughput',
    title: `signed payout.changed webhooks, stored before the 200, ${LANES} on their way at any time`,
    run: (bench) => withRedis(bench, (redis) => againstFloor(bench, redis)),
  },
  {
    name: 'webhooks-growth',
    title: 'storing a webhook as the inbox grows',
    run: (bench) => withRedis(bench, (redis) => growth(bench, redis)),
  },
  hostileMeasurement,
  ...deliveryMeasurements,
];

async function withRedis(bench: Bench, work: (redis: BenchRedis) => Promise<Result>): Promise<Result> {
  const redis = await takeRedis(bench.redisUrl);
  try {
    return await work(redis);
  } finally {
    await redis.stop();
  }
}

async function againstFloor(bench: Bench, redis: BenchRedis): Promise<Result> {
  const sides: WebhookSide[] = [];
  try {
    for (const kind of ['floor', 'subject', 'peer'] as const) {
      bench.say(`starting the ${kind}`);
      const url = await createInbox(bench, kind, kind);
      sides.push(await webhookSide(bench, { kind, name: kind, about: about[kind], url, redis }));
    }
    const nullRate = await rateOfLoadTool(await nullSide(bench, redis), bench.options);
    bench.say('measuring throughput');
    const capacity = await interleave(bench.server, sides, bench.options);
    const [floor, subject] = capacity;
    if (!floor || !subject) throw new Error('Three sides were measured');
    // What both can serve without a queue of their own: beyond that, latency is a matter of patience.
    const rate = 0.5 * Math.min(median(ratesOf(floor)), median(ratesOf(subject)));
    bench.say(`measuring latency at ${short(rate)} webhooks/s`);
    const steady = await interleave(bench.server, sides.slice(0, 2), bench.options, (side, seconds) =>
      (side as WebhookSide).loadAt(rate, seconds),
    );
    return compare(capacity, steady, { nullRate, rate, drains: sides[1]?.drainSeconds ?? [] });
  } finally {
    for (const side of sides) await side.stop();
  }
}

type Facts = Readonly<{ nullRate: number; rate: number; drains: readonly number[] }>;

function compare(capacity: readonly Rounds[], steady: readonly Rounds[], { nullRate, rate, drains }: Facts): Result {
  const [floor, subject, peer] = capacity;
  const [calmFloor, calmSubject] = steady;
  if (!floor || !subject || !peer || !calmFloor || !calmSubject)
    throw new Error('Three sides and two sides were measured');
  const [floorRates, rates] = [ratesOf(floor), ratesOf(subject)];
  const p99sOf = ({ rounds }: Rounds): number[] => rounds.map((round) => round.p99Ms);
  const headroom = nullRate / Math.max(...capacity.flatMap(ratesOf));
  const isLoadToolFast = headroom >= HEADROOM_LEAST;
  const calm = [calmFloor, calmSubject]
    .map(summarize)
    .map((s) => ({ ...s, name: `${s.name}, steady`, about: `at ${short(rate)}/s` }));
  const judged = (line: Line): Line | undefined => (isLoadToolFast ? line : undefined);
  return {
    summaries: [...[floor, subject, peer].map(summarize), ...calm],
    findings: [
      finding('webhooks/s over the floor', pairwise(rates, floorRates), judged(RATE_LINE), floorRates),
      finding('webhooks/s over the peer', pairwise(rates, ratesOf(peer)), undefined, floorRates),
      finding('p99 over the floor', pairwise(p99sOf(calmSubject), p99sOf(calmFloor)), LATENCY_LINE, p99sOf(calmFloor)),
    ],
    notes: [
      `Load tool against a server that does nothing: ${short(nullRate)}/s, ${short(headroom)} times the fastest side` +
        (isLoadToolFast ? '' : `: less than ${HEADROOM_LEAST}, so rates are shown and not judged`),
      `Steady: an open loop at ${short(rate)} webhooks/s, latency from when each was due.`,
      `After a load, the subject's last nudge was in Redis within ${short(median(drains))} s (at most ${short(Math.max(...drains))} s).`,
    ],
    problems: [...capacity, ...steady].flatMap(({ problems }) => problems),
  };
}

async function nullSide(bench: Bench, redis: BenchRedis): Promise<WebhookSide> {
  const url = await createInbox(bench, 'null', 'null');
  return webhookSide(bench, { kind: 'null', name: 'null', about: 'answers 200', url, redis });
}

const GROWTH = { sizes: [10_000, 100_000, 1_000_000], quickSizes: [5_000, 20_000], rounds: 12, operations: 600 };

async function growth(bench: Bench, redis: BenchRedis): Promise<Result> {
  const sized: (WebhookSide & { size: number })[] = [];
  try {
    for (const size of bench.options.isQuick ? GROWTH.quickSizes : GROWTH.sizes) {
      bench.say(`preparing an inbox of ${size.toLocaleString('en')}`);
      const url = await createInbox(bench, 'subject', `inbox_${size}`);
      await fillInbox(url, size);
      const name = `subject at ${size}`;
      sized.push({ ...(await webhookSide(bench, { kind: 'subject', name, about: '', url, redis })), size });
    }
    bench.say('measuring growth');
    const result = await measureGrowth(sized, { ...GROWTH, unit: 'webhooks in the inbox' }, bench.options);
    return { summaries: [], ...result };
  } finally {
    for (const side of sized) await side.stop();
  }
}

const FILLED_PER_STATEMENT = 100_000;

/** Rows of webhooks received long ago, as large as real ones. */
async function fillInbox(url: string, rows: number): Promise<void> {
  for (let first = 0; first < rows; first += FILLED_PER_STATEMENT) {
    await ask(
      url,
      `with n as (select * from generate_series($1::int + 1, least($1::int + ${FILLED_PER_STATEMENT}, $2::int)) as n), keyed as (
         insert into webhooks.inbox_key (dedupe_key, received_at)
         select 'signed/' || encode(sha256(n::text::bytea), 'hex'), now() - make_interval(secs => $2::int - n) from n)
       insert into webhooks.inbox (dedupe_key, event_type, signature, retried_count, headers, body_sealed, sealed_by, received_at)
       select 'signed/' || encode(sha256(n::text::bytea), 'hex'), 'payout.changed', 'valid', 0, '{"content-type": "application/json"}',
              repeat(md5(n::text), 20), 'another', now() - make_interval(secs => $2::int - n)
         from n`,
      [first, rows],
    );
  }
  await ask(url, 'vacuum analyze webhooks.inbox, webhooks.inbox_key');
}
