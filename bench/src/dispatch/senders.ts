import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { imageSettings } from '../harness/image-settings.js';
import type { Bench } from '../harness/measurement.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import { numbered, takeRedis } from '../webhooks/bench-redis.js';
import { isRecorded, promiseDispatch } from './approved-run.js';
import { SECURITY_KEY } from './provider-book.js';

/** Requests under way at the provider at any time. */
export const LANES = 8;

/** Whoever sends runs, as a process of its own. */
export type Sender = Readonly<{
  pid: number;
  /** Sends a run of so many batches to its end and tells the seconds that took. */
  send: (runId: string, batches: number) => Promise<number>;
  stop: () => Promise<void>;
}>;

export type SenderSetup = Readonly<{
  name: string;
  databaseUrl: string;
  providerUrl: string;
  payoutsPerBatch: number;
  /** Which of Redis's databases is its own. */
  redisNumber: number;
}>;

const entries = {
  floor: resolve(import.meta.dirname, '../floors/dispatch-floor.main.js'),
  subject: resolve(import.meta.dirname, '../../../apps/payout-scheduler/dist/bundle/main.js'),
};
export type SenderKind = keyof typeof entries;

export const startSender = (bench: Bench, kind: SenderKind, setup: SenderSetup): Promise<Sender> =>
  kind === 'floor' ? startFloor(bench, setup) : startScheduler(bench, setup);

async function startFloor(bench: Bench, setup: SenderSetup): Promise<Sender> {
  const { databaseUrl, providerUrl, payoutsPerBatch } = setup;
  const app = await startProgram(bench, `dispatch ${setup.name}`, entries.floor, {
    DATABASE_URL: databaseUrl,
    SECURITY_KEY,
    PROVIDER_URL: providerUrl,
    LANES: String(LANES),
    PAYOUTS_PER_BATCH: String(payoutsPerBatch),
  });
  return {
    pid: app.pid,
    send: async (runId) => {
      const reply = await fetch(`${app.url}/${runId}`, { method: 'POST' });
      const answer = (await reply.json()) as { seconds?: number; problem?: string };
      if (answer.seconds === undefined) throw new Error(`The floor failed: ${answer.problem}`);
      return answer.seconds;
    },
    stop: () => app.stop(),
  };
}

/** The scheduler as its image starts it, on a Redis of its own. */
async function startScheduler(bench: Bench, setup: SenderSetup): Promise<Sender> {
  const { databaseUrl, providerUrl, payoutsPerBatch, redisNumber } = setup;
  const redisUrl = numbered(bench.redisUrl, redisNumber);
  const redis = await takeRedis(redisUrl);
  const app = await startProgram(bench, `dispatch ${setup.name}`, entries.subject, {
    ...onThisMachine,
    LOG_LEVEL: 'warn',
    ...imageSettings(),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    API_KEYS: '[]',
    PROVIDER_BASE_URL: providerUrl,
    PROVIDER_SECRET_KEY: 'test_sk_benchmark0001',
    PROVIDER_SECURITY_KEYS: SECURITY_KEY,
    DATA_KEYS: 'da'.repeat(32),
    SELLER_SESSION_KEY: '5e'.repeat(32),
    PAYOUTS_PER_REQUEST: String(payoutsPerBatch),
    SENDS_AT_ONCE: String(LANES),
  });
  const watching = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await watching.connect();
  return {
    pid: app.pid,
    send: (runId, batches) => timeToSend(watching, databaseUrl, runId, batches),
    stop: async () => {
      await watching.end();
      await app.stop();
      await redis.stop();
    },
  };
}

const POLL_MS = 20;
const SECONDS_MAX = 600;

/** Seconds from the promise to send a run to the record of the last answer. */
async function timeToSend(watching: pg.Client, url: string, runId: string, batches: number): Promise<number> {
  const begun = performance.now();
  await promiseDispatch(url, runId);
  while (!(await isRecorded(watching, runId, batches))) {
    if (performance.now() - begun > SECONDS_MAX * 1_000)
      throw new Error(`Run ${runId} is not sent after ${SECONDS_MAX} s`);
    await sleep(POLL_MS);
  }
  return (performance.now() - begun) / 1_000;
}
