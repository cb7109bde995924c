import { hit } from '@jeongsan/failpoints';
import { GroupCommit, mayWorkAlone } from '@jeongsan/group-commit';
import { context, propagation } from '@opentelemetry/api';
import type { Pool } from 'pg';
import type { Webhook } from './read-webhook.js';

export type Stored = 'stored' | 'duplicate';
/** Resolves when the webhook is committed, with whether it is new. */
export type StoreWebhook = (webhook: Webhook) => Promise<Stored>;

type Traced = Readonly<{ webhook: Webhook; trace: string }>;

const BATCH_ROWS_MAX = 200;
const WAITING_MAX = 20_000;
/** One statement fills while the other commits; more would only compete for the same disk. */
export const STATEMENTS_AT_ONCE = 2;

// One round trip and one commit for a crowd of webhooks, their bytes and their nudges together: a stored webhook is never forgotten.
const STORE = `
with incoming as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::jsonb[], $6::bytea[], $7::text[], $8::jsonb[], $9::text[], $10::jsonb[])
    as w(dedupe_key, event_type, signature, retried_count, headers, body, job, data, job_key, trace)
), stored as (
  insert into webhooks.inbox (dedupe_key, event_type, signature, retried_count, headers, body, received_at)
  select distinct on (dedupe_key) dedupe_key, event_type, signature, retried_count, headers, body, $11::timestamptz
    from incoming order by dedupe_key
  on conflict (dedupe_key) do nothing
  returning dedupe_key
), nudged as (
  insert into messaging.outbox (job, data, trace, run_at, dedupe_key)
  select distinct on (job_key) job, data, trace, $11::timestamptz, job_key
    from incoming join stored using (dedupe_key) where job is not null order by job_key
  on conflict (dedupe_key) where done_at is null and dead_at is null do nothing
)
select dedupe_key from stored`;

/** Stores webhooks and promises to go and look, in groups. `kick` tells the outbox relay that there is something to publish. */
export function webhookStore(pool: Pool, now: () => Date, kick: () => void): StoreWebhook {
  const group = new GroupCommit<Traced, Stored>({
    batchMax: BATCH_ROWS_MAX,
    writesMax: STATEMENTS_AT_ONCE,
    waitingMax: WAITING_MAX,
    isItemFault: mayWorkAlone,
    write: async (items) => {
      const { rows } = await pool.query<{ dedupe_key: string }>({
        name: 'store-webhooks',
        text: STORE,
        values: [...columnsOf(items), now()],
      });
      await hit('webhook:stored');
      if (rows.length > 0) kick();
      return outcomes(items, new Set(rows.map((row) => row.dedupe_key)));
    },
  });
  return (webhook) => group.add({ webhook, trace: traceOf() });
}

/** The trace is taken where the request is: in a group, many of them meet. */
function traceOf(): string {
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  return JSON.stringify(trace);
}

function columnsOf(items: readonly Traced[]): unknown[][] {
  const webhooks = items.map(({ webhook }) => webhook);
  return [
    webhooks.map((w) => w.dedupeKey),
    webhooks.map((w) => w.eventType),
    webhooks.map((w) => w.signature),
    webhooks.map((w) => w.retriedCount),
    webhooks.map((w) => JSON.stringify(w.headers)),
    webhooks.map((w) => w.body),
    webhooks.map((w) => w.nudge?.job ?? null),
    webhooks.map((w) => (w.nudge ? JSON.stringify(w.nudge.data) : null)),
    webhooks.map((w) => w.nudge?.dedupeKey ?? null),
    items.map(({ trace }) => trace),
  ];
}

/** Of several with one key in a group, one was stored. */
function outcomes(items: readonly Traced[], stored: Set<string>): Stored[] {
  return items.map(({ webhook }) => (stored.delete(webhook.dedupeKey) ? 'stored' : 'duplicate'));
}
