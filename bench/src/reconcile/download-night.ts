import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@jeongsan/calendar';
import { ask, migrated } from '../harness/bench-server.js';
import { imageSettings } from '../harness/image-settings.js';
import type { Bench } from '../harness/measurement.js';
import { peakRssBytes } from '../harness/processes.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import { FIRST_DAY } from '../sandbox/records.js';
import { SECRET_KEY } from '../sandbox/sandbox-process.js';
import { takeRedis } from '../webhooks/bench-redis.js';

const ENTRY = resolve(import.meta.dirname, '../../../apps/settlement-reconciler/dist/bundle/main.js');
const NIGHT = addDays(FIRST_DAY, 1);
const POLL_MS = 50;
const SECONDS_MAX = 3_600;

export type DownloadedNight = Readonly<{
  seconds: number;
  /** The seconds that the provider took to answer, by its own metrics, summed over all requests. */
  providerSeconds: number;
  peakRss: number;
  problems: readonly string[];
}>;

/**
 * The download of a night by the reconciler as its image starts it, on an empty database. It is stopped when all is downloaded: our
 * books have none of these payments, so what follows is not a usual night.
 */
export async function downloadNight(bench: Bench, providerUrl: string, rows: number): Promise<DownloadedNight> {
  const url = await bench.server.createDatabase('downloads');
  await migrated(url);
  const redis = await takeRedis(bench.redisUrl);
  const app = await startProgram(bench, 'reconcile download', ENTRY, {
    ...onThisMachine,
    LOG_LEVEL: 'warn',
    ...imageSettings(),
    DATABASE_URL: url,
    REDIS_URL: bench.redisUrl,
    API_KEYS: '[]',
    PROVIDER_BASE_URL: providerUrl,
    PROVIDER_SECRET_KEY: SECRET_KEY,
    PROVIDER_SECURITY_KEYS: '5e'.repeat(32),
    DATA_KEYS: 'da'.repeat(32),
    PROOF_SIGNING_KEY: '9a'.repeat(32),
    LOOK_BACK_DAYS: '0',
    LISTING_PAGES_PER_MINUTE: '60000',
  });
  try {
    await ask(url, `insert into messaging.outbox (job, data, run_at) values ('settlement.reconcile', $1, now())`, [
      JSON.stringify({ businessDate: NIGHT }),
    ]);
    await until(url, `select 1 from reconciliation.run`);
    const begun = performance.now();
    const before = await secondsAnswering(providerUrl);
    await until(url, `select 1 from reconciliation.run where state <> 'downloading'`);
    const seconds = (performance.now() - begun) / 1_000;
    const providerSeconds = (await secondsAnswering(providerUrl)) - before;
    const peakRss = await peakRssBytes([app.pid]);
    return { seconds, providerSeconds, peakRss, problems: await problemsOf(url, rows) };
  } finally {
    await app.stop();
    await redis.stop();
  }
}

const ANSWERS = /^http_request_duration_seconds_sum\{[^}]*route="\/v1\/(?:transactions|settlements)"[^}]*\} (\S+)$/gm;

async function secondsAnswering(providerUrl: string): Promise<number> {
  const text = await (await fetch(`${providerUrl}/metrics`)).text();
  return [...text.matchAll(ANSWERS)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
}

async function until(url: string, query: string): Promise<void> {
  const end = performance.now() + SECONDS_MAX * 1_000;
  while ((await ask(url, query)).length === 0) {
    if (performance.now() > end) throw new Error(`Nothing came of it in ${SECONDS_MAX} s: ${query}`);
    await sleep(POLL_MS);
  }
}

async function problemsOf(url: string, rows: number): Promise<string[]> {
  const [found] = await ask<{ transactions: string; settlements: string; rest: string }>(
    url,
    `select (select count(*) from reconciliation.transaction) as transactions, (select count(*) from reconciliation.settlement) as settlements,
            (select count(*) from reconciliation.download where not done or unreadable_rows + changed_rows + late_rows > 0) as rest`,
  );
  const wanted = { transactions: String(rows), settlements: String(rows), rest: '0' };
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
}
