import { createHash, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '@jeongsan/child-processes';
import pg from 'pg';
import { ask, migrated } from '../harness/bench-server.js';
import { openLoop, type Load } from '../harness/load.js';
import type { Bench } from '../harness/measurement.js';
import type { Side } from '../harness/rounds.js';
import { onThisMachine, startProgram } from '../harness/start-program.js';
import { startSink } from './delivery-sink.js';
import { SECURITY_KEY } from './payout-webhook.js';

export const ENDPOINTS = 100;
/** The endpoint that hangs when one does. */
const HUNG = 0;
const PER_LOAD = { full: 10_000, quick: 500 };
const LANES = 2_000;
const POLL_MS = 10;
const SECONDS_MAX = 120;
const ADMIN_KEY = 'key-of-the-bench';

const about = {
  floor: 'rows read and signed, sent by 256 lanes over kept connections, one update and commit per answer',
  subject: `the webhook-ingestor process: the same to ${ENDPOINTS} endpoints with a secret and a fair share each`,
} as const;
type Kind = keyof typeof about;

export type DeliverySide = Side &
  Readonly<{
    /** Events at a fixed rate, to all endpoints in turn; `oneHangs`: the latencies are those of the others. */
    loadAt: (ratePerSecond: number, seconds: number, oneHangs: boolean) => Promise<Load>;
  }>;

/** The statements of one kind of side. */
type Deliveries = Readonly<{
  /** Inserts $1 deliveries, to the endpoints in turn from number $2 on; returns the ids of their events. */
  insert: string;
  pending: string;
  delivered: string;
  /** What follows the round in which an endpoint hung. */
  forget: string;
}>;

const EVENT = `jsonb_build_object('sellerId', 'seller-' || n, 'status', 'approved')`;
const deliveries = (urls: readonly string[]): Readonly<Record<Kind, Deliveries>> => ({
  floor: {
    insert: `insert into delivery (id, url, body) select gen_random_uuid(), (array[${urls.map((url) => `'${url}'`).join(', ')}])[1 + n % ${ENDPOINTS}], ${EVENT}
               from generate_series($2::int, $2::int + $1::int - 1) n returning id`,
    pending: 'select count(*)::int as n from delivery where delivered_at is null',
    delivered: 'select count(*)::int as n from delivery where status = 204',
    forget: 'select',
  },
  subject: {
    insert: `with made as (
               insert into messaging.event (type, entity_id, sequence, data, created_at)
               select 'seller.changed', 'seller-' || n, 1, ${EVENT}, now() from generate_series($2::int, $2::int + $1::int - 1) n
               returning id, (data ->> 'sellerId') as seller
             )
             insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
             select e.id, m.id, 'pending', now() from made m
               join (select id, row_number() over (order by url) - 1 as n from webhooks.endpoint) e on e.n = substr(m.seller, 8)::int % ${ENDPOINTS}
             returning event_id as id`,
    pending: `select count(*)::int as n from webhooks.delivery where state = 'pending'`,
    delivered: `select count(*)::int as n from webhooks.delivery where state = 'delivered'`,
    forget: `update webhooks.delivery set state = 'failed' where state = 'pending'`,
  },
});

const FLOOR_TABLE = `
  create table delivery (id uuid primary key, url text not null, body jsonb not null, status int, delivered_at timestamptz);
  create index on delivery (id) where delivered_at is null;`;

/** How many processes share the work, and the Redis that they share. */
export type Workers = Readonly<{ processes: number; redisUrl: string }>;

export async function deliverySide(
  bench: Bench,
  kind: Kind,
  { processes, redisUrl }: Workers = { processes: 1, redisUrl: bench.redisUrl },
): Promise<DeliverySide> {
  const name = processes === 1 ? kind : `${kind} x ${processes}`;
  const url = await bench.server.createDatabase(`deliveries_${name.replaceAll(' ', '')}`);
  const sink = await startSink();
  const urls = Array.from({ length: ENDPOINTS }, (_, n) => sink.urlOf(n));
  const apps = await startSenders(bench, kind, url, { processes, redisUrl });
  if (kind === 'subject') for (const one of urls) await register(apps[0]?.url ?? '', one);
  const statements = deliveries(urls)[kind];
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  let inserted = 0;
  const insert = async (count: number): Promise<string[]> => {
    const first = inserted;
    inserted += count;
    const { rows } = await pool.query<{ id: string }>({
      name: 'insert',
      text: statements.insert,
      values: [count, first],
    });
    return rows.map(({ id }) => id);
  };
  const countOf = async (sql: string): Promise<number> => (await pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
  const perLoad = bench.options.isQuick ? PER_LOAD.quick : PER_LOAD.full;
  return {
    name,
    about: about[kind],
    pids: apps.map(({ pid }) => pid),
    load: async () => {
      await insert(perLoad);
      const seconds = await secondsUntilNone(() => countOf(statements.pending));
      return { operations: perLoad, seconds, latenciesMs: new Float64Array([seconds * 1e3]) };
    },
    loadAt: async (rate, seconds, oneHangs) => {
      sink.hang(oneHangs ? HUNG : undefined);
      const load = await openLoop(LANES, rate, seconds, async () => {
        const isHung = inserted % ENDPOINTS === HUNG;
        const [id = ''] = await insert(1);
        // Left out with and without hanging, so that both rounds have the same endpoints.
        if (!isHung) await sink.arrival(id);
      });
      sink.hang(undefined);
      await pool.query(statements.forget);
      return load;
    },
    check: async () => {
      const delivered = await countOf(statements.delivered);
      return delivered === sink.count() ? [] : [`${sink.count()} events arrived and ${delivered} are recorded`];
    },
    stop: async () => {
      await pool.end();
      await Promise.all(apps.map((one) => one.stop()));
      await sink.stop();
    },
  };
}

async function secondsUntilNone(pending: () => Promise<number>): Promise<number> {
  const start = performance.now();
  while ((await pending()) > 0) {
    if (performance.now() - start > SECONDS_MAX * 1_000) throw new Error('Deliveries do not end');
    await sleep(POLL_MS);
  }
  return (performance.now() - start) / 1_000;
}

const entries = {
  floor: resolve(import.meta.dirname, '../floors/delivery-floor.main.js'),
  subject: resolve(import.meta.dirname, '../../../apps/webhook-ingestor/dist/bundle/main.js'),
} as const satisfies Record<Kind, string>;

async function startSenders(bench: Bench, kind: Kind, url: string, { processes, redisUrl }: Workers): Promise<App[]> {
  if (kind === 'floor') await ask(url, FLOOR_TABLE);
  else await migrated(url);
  const apps: App[] = [];
  while (apps.length < processes) apps.push(await startSender(bench, kind, url, redisUrl));
  return apps;
}

function startSender(bench: Bench, kind: Kind, url: string, redisUrl: string): Promise<App> {
  const ingestorEnv = {
    ...onThisMachine,
    LOG_LEVEL: 'warn',
    REDIS_URL: redisUrl,
    API_KEYS: JSON.stringify([
      { id: 'bench', sha256: createHash('sha256').update(ADMIN_KEY).digest('hex'), roles: ['admin'] },
    ]),
    PROVIDER_SECURITY_KEYS: SECURITY_KEY,
    DATA_KEYS: 'da'.repeat(32),
    ALLOW_INSECURE_TARGETS: 'true',
  };
  return startProgram(bench, `deliveries ${kind}`, entries[kind], {
    DATABASE_URL: url,
    ...(kind === 'subject' ? ingestorEnv : { SECURITY_KEY }),
  });
}

async function register(serviceUrl: string, url: string): Promise<void> {
  const reply = await fetch(`${serviceUrl}/webhook-endpoints`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ url, eventTypes: ['seller.changed'] }),
  });
  if (reply.status !== 201) throw new Error(`An endpoint was answered ${reply.status}: ${await reply.text()}`);
}
