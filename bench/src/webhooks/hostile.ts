import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseSecurityKey } from '@jeongsan/jwe';
import { ask, migrated } from '../harness/bench-server.js';
import { imageSettings } from '../harness/image-settings.js';
import { openLoop, type Load } from '../harness/load.js';
import type { Bench, Measurement, Result } from '../harness/measurement.js';
import { peakRssBytes } from '../harness/processes.js';
import { startSideChild } from '../harness/side-child.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import { quantile, single } from '../harness/statistics.js';
import { short } from '../harness/table.js';
import { finding } from '../harness/verdict.js';
import { takeRedis } from './bench-redis.js';
import type { Flooded, FloodOrder } from './flood.main.js';
import { NAMED_PAYMENT } from './hostile-requests.js';
import { payoutWebhook, SECURITY_KEY } from './payout-webhook.js';
import { postOnce } from './post-once.js';

const HOSTILE_PER_SECOND = 1_000;
const SIGNED_PER_SECOND = 50;
const LANES = 100;
const LINES = { p99Seconds: { atMost: 1 }, rssMb: { atMost: 300 } } as const;
/** The interval between two looks at a payment for unsigned webhooks, as it is unless set. */
const LOOK_INTERVAL_SECONDS = 30;
const LOOK_WITHIN_MS = 10_000;

const apps = resolve(import.meta.dirname, '../../../apps');
const FLOOD = resolve(import.meta.dirname, 'flood.main.js');

export const hostileMeasurement: Measurement = {
  name: 'webhooks-hostile',
  title: `signed webhooks, ${SIGNED_PER_SECOND} a second, beside ${HOSTILE_PER_SECOND} hostile requests a second from 200 addresses`,
  run: async (bench) => {
    const redis = await takeRedis(bench.redisUrl);
    try {
      return await underFlood(bench);
    } finally {
      await redis.stop();
    }
  },
};

type Stop = () => Promise<unknown>;

async function underFlood(bench: Bench): Promise<Result> {
  const stops: Stop[] = [];
  try {
    const url = await bench.server.createDatabase('hostile');
    await migrated(url);
    await knownPayment(url);
    const provider = await countingProvider();
    stops.push(provider.stop);
    const env = serviceEnv(bench, url);
    bench.say('starting the ingestor and the gateway');
    const gatewayEnv = { ...env, PROVIDER_BASE_URL: provider.url, PROVIDER_SECRET_KEY: 'test_sk_of_the_bench' };
    const gateway = await startProgram(
      bench,
      'gateway',
      resolve(apps, 'payments-gateway/dist/bundle/main.js'),
      gatewayEnv,
    );
    stops.push(() => gateway.stop());
    const ingestor = await startProgram(bench, 'ingestor', resolve(apps, 'webhook-ingestor/dist/bundle/main.js'), env);
    stops.push(() => ingestor.stop());
    const flood = startSideChild<FloodOrder, Flooded>(FLOOD, { name: 'flood' });
    stops.push(flood.stop);

    const port = Number.parseInt(new URL(ingestor.url).port, 10);
    const seconds = bench.options.isQuick ? 3 : 15;
    const answered: number[] = [];
    const calm = await signedLoad(port, 3, answered);
    bench.say(`flooding for ${seconds} s`);
    const [loud, flooded] = await Promise.all([
      signedLoad(port, seconds, answered),
      flood.ask({ do: 'flood', port, perSecond: HOSTILE_PER_SECOND, seconds }),
    ]);
    await waitForLook(provider);
    const facts = { calm, loud, flooded, looks: provider.calls(), rss: await peakRssBytes([ingestor.pid]) };
    return { ...report(facts, seconds), problems: await wrong(url, answered) };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const serviceEnv = (bench: Bench, url: string): Record<string, string> => ({
  ...onThisMachine,
  LOG_LEVEL: 'warn',
  ...imageSettings(),
  DATABASE_URL: url,
  REDIS_URL: bench.redisUrl,
  API_KEYS: '[]',
  PROVIDER_SECURITY_KEYS: SECURITY_KEY,
  DATA_KEYS: 'da'.repeat(32),
  // The flood says where it comes from.
  WEBHOOK_TRUSTED_PROXIES: '127.0.0.0/8',
});

function signedLoad(port: number, seconds: number, answered: number[]): Promise<Load> {
  const key = parseSecurityKey(SECURITY_KEY);
  return openLoop(LANES, SIGNED_PER_SECOND, seconds, async () => {
    answered.push(await postOnce(port, payoutWebhook(key)));
  });
}

type Facts = Readonly<{ calm: Load; loud: Load; flooded: Flooded; looks: number; rss: number }>;

function report({ calm, loud, flooded, looks, rss }: Facts, seconds: number): Omit<Result, 'problems'> {
  const p = ({ latenciesMs }: Load, share: number): number => quantile(latenciesMs, share) / 1_000;
  const answers = Object.entries(flooded.statuses).map(([status, count]) => `${count} x ${status}`);
  const looksMax = 1 + Math.floor(seconds / LOOK_INTERVAL_SECONDS);
  const steady = [1];
  return {
    summaries: [],
    findings: [
      finding('p50 of signed webhooks, s', single(p(loud, 0.5)), undefined, steady),
      finding('p99 of signed webhooks, s', single(p(loud, 0.99)), LINES.p99Seconds, steady),
      finding('memory of the ingestor at most, MB', single(rss / 1e6), LINES.rssMb, steady),
      finding('calls to the provider about one payment', single(looks), { atMost: looksMax }, steady),
    ],
    notes: [
      `Before the flood: p50 ${short(p(calm, 0.5) * 1_000, 'ms')}, p99 ${short(p(calm, 0.99) * 1_000, 'ms')}.`,
      `The flood: ${flooded.sent} requests, ${short(flooded.sent / flooded.seconds)} a second, answered ${answers.join(', ')}.`,
    ],
  };
}

/** Every signed webhook is answered 200 and stored, flood or not. */
async function wrong(url: string, answered: readonly number[]): Promise<string[]> {
  const refused = answered.filter((status) => status !== 200);
  const [row] = await ask<{ n: number }>(
    url,
    `select count(*)::int as n from webhooks.inbox where signature = 'valid'`,
  );
  const [job] = await ask<{ n: number }>(
    url,
    `select count(*)::int as n from messaging.outbox where job = 'payout.observe'`,
  );
  const stored = answered.length - refused.length;
  return [
    ...(refused.length > 0
      ? [`${refused.length} signed webhooks were answered ${[...new Set(refused)].join(', ')}`]
      : []),
    ...(row?.n === stored && job?.n === stored
      ? []
      : [`${stored} were answered 200, ${row?.n} stored, ${job?.n} promised`]),
  ];
}

/** A payment whose order is refused: a look at it asks the provider and changes nothing. */
async function knownPayment(url: string): Promise<void> {
  await ask(
    url,
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ('order-of-the-bench', 'shoes', now(), 'KRW', 1000, 0, 'x', now())`,
  );
  await ask(
    url,
    `insert into gateway.payment (id, order_id, payment_key, amount, state, created_at)
     values (gen_random_uuid(), 'order-of-the-bench', $1, 1000, 'refused', now())`,
    [NAMED_PAYMENT],
  );
}

type CountingProvider = Readonly<{ url: string; calls: () => number; stop: Stop }>;

/** Knows no payment, and counts who asks. */
async function countingProvider(): Promise<CountingProvider> {
  let calls = 0;
  const server = createServer((_request, reply) => {
    calls += 1;
    reply.writeHead(404, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ code: 'NOT_FOUND_PAYMENT', message: '존재하지 않는 결제 정보 입니다.' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls, stop };
}

async function waitForLook({ calls }: CountingProvider): Promise<void> {
  const deadline = Date.now() + LOOK_WITHIN_MS;
  while (calls() === 0 && Date.now() < deadline) await sleep(100);
  // Another one, if there were one, would follow at once.
  await sleep(2_000);
}
