import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseSecurityKey } from '@jeongsan/jwe';
import type { App } from '@jeongsan/child-processes';
import { FLOOR_INBOX } from '../floors/webhook-store.js';
import { ask, migrated } from '../harness/bench-server.js';
import { closedLoop, openLoop, type Load, type LoadSize } from '../harness/load.js';
import type { Bench } from '../harness/measurement.js';
import type { Side } from '../harness/rounds.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import type { BenchRedis } from './bench-redis.js';
import { openLanes, type HttpLanes } from './http-lanes.js';
import { payoutWebhook, SECURITY_KEY } from './payout-webhook.js';

/** As many connections as the load has lanes: 32 webhooks are on their way at any time. */
export const LANES = 32;

export const webhookSideKinds = ['floor', 'peer', 'subject', 'null'] as const;
type Kind = (typeof webhookSideKinds)[number];

const entries = {
  floor: resolve(import.meta.dirname, '../floors/webhook-floor.main.js'),
  peer: resolve(import.meta.dirname, '../floors/webhook-peer.main.js'),
  null: resolve(import.meta.dirname, '../floors/null-server.main.js'),
  subject: resolve(import.meta.dirname, '../../../apps/webhook-ingestor/dist/bundle/main.js'),
} satisfies Record<Kind, string>;

export type WebhookSide = Side &
  Readonly<{
    loadSize: (size: LoadSize) => Promise<Load>;
    loadAt: (ratePerSecond: number, seconds: number) => Promise<Load>;
    /** How long after each load the last promised job was in Redis. */
    drainSeconds: readonly number[];
  }>;

export async function createInbox(bench: Bench, kind: Kind, name: string): Promise<string> {
  const url = await bench.server.createDatabase(name);
  if (kind === 'subject') await migrated(url);
  else await ask(url, FLOOR_INBOX);
  return url;
}

type Setup = Readonly<{ kind: Kind; name: string; about: string; url: string; redis: BenchRedis }>;

/** A server as a process of its own, and lanes to it. */
export async function webhookSide(bench: Bench, { kind, name, about, url, redis }: Setup): Promise<WebhookSide> {
  const app = await startServer(bench, kind, name, url);
  const lanes = await openLanes(Number.parseInt(new URL(app.url).port, 10), LANES);
  const drainSeconds: number[] = [];
  const before = await countRows(kind, url);
  let acknowledged = 0;
  const send = sender(lanes, () => (acknowledged += 1));
  const drained = async (load: Load): Promise<Load> => {
    // The next round is not to pay for this one's jobs. Emptied, because no worker of this run would ever do so.
    if (kind === 'subject') drainSeconds.push(await drainOutbox(url));
    if (kind === 'subject') await redis.empty();
    return load;
  };
  const loadSize = async (size: LoadSize): Promise<Load> => drained(await closedLoop(LANES, size, send));
  return {
    name,
    about,
    pids: [app.pid],
    drainSeconds,
    load: (seconds) => loadSize({ seconds }),
    loadSize,
    loadAt: async (rate, seconds) => drained(await openLoop(LANES, rate, seconds, send)),
    check: async () => {
      const rows = (await countRows(kind, url)) - before;
      return rows === acknowledged || kind === 'null'
        ? []
        : [`${acknowledged} webhooks were answered 200 and ${rows} are stored`];
    },
    stop: async () => {
      lanes.close();
      await app.stop();
    },
  };
}

function sender(lanes: HttpLanes, onStored: () => void): () => Promise<void> {
  const key = parseSecurityKey(SECURITY_KEY);
  return async () => {
    const status = await lanes.send(payoutWebhook(key));
    if (status !== 200) throw new Error(`A webhook was answered ${status}`);
    onStored();
  };
}

async function startServer(bench: Bench, kind: Kind, name: string, url: string): Promise<App> {
  const ingestorEnv = {
    ...onThisMachine,
    REDIS_URL: bench.redisUrl,
    API_KEYS: '[]',
    PROVIDER_SECURITY_KEYS: SECURITY_KEY,
    DATA_KEYS: 'da'.repeat(32),
    // No worker of this run reports back, so nothing is to be published again.
    REPUBLISH_AFTER_MS: '3600000',
  };
  return startProgram(bench, name, entries[kind], {
    DATABASE_URL: url,
    ...(kind === 'subject' ? ingestorEnv : { SECURITY_KEY }),
  });
}

const DRAIN_POLL_MS = 20;
const DRAIN_SECONDS_MAX = 120;

/** Waits until every promised job is in Redis, then forgets them all, as workers would one by one. */
async function drainOutbox(url: string): Promise<number> {
  const start = performance.now();
  const secondsSince = (): number => (performance.now() - start) / 1_000;
  while ((await count(url, 'messaging.outbox where published_at is null')) > 0) {
    if (secondsSince() > DRAIN_SECONDS_MAX) throw new Error('The outbox does not drain');
    await sleep(DRAIN_POLL_MS);
  }
  const seconds = secondsSince();
  await ask(url, 'truncate messaging.outbox');
  return seconds;
}

const countRows = async (kind: Kind, url: string): Promise<number> =>
  kind === 'null' ? 0 : count(url, kind === 'subject' ? 'webhooks.inbox' : 'inbox');

async function count(url: string, what: string): Promise<number> {
  const [row] = await ask<{ n: number }>(url, `select count(*)::int as n from ${what}`);
  return row?.n ?? 0;
}
