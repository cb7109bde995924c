import type { DataSeal } from '@jeongsan/jwe';
import { int, jsonb, manyRows, text } from '@jeongsan/sql';
import { context, propagation } from '@opentelemetry/api';
import { sealBody } from '../sealed-body.js';
import type { Webhook } from './read-webhook.js';

/** A webhook to be stored, with the trace of its own request: one statement stores webhooks of many requests. */
export type Traced = Readonly<{ webhook: Webhook; trace: string }>;

export function traced(webhook: Webhook): Traced {
  const trace: Record<string, string> = {};
  propagation.inject(context.active(), trace);
  return { webhook, trace: JSON.stringify(trace) };
}

/** A webhook to be stored, its body sealed. It has a nudge if it shall cause a look. */
type Incoming = Traced & Readonly<{ sealedBody: string; nudge: Webhook['nudge'] }>;

/** The webhooks of a statement, as the row set `w`. */
export const w = manyRows<Incoming>({
  dedupe_key: text(({ webhook }) => webhook.dedupeKey),
  event_type: text(({ webhook }) => webhook.eventType),
  signature: text(({ webhook }) => webhook.signature),
  retried_count: int(({ webhook }) => webhook.retriedCount),
  headers: jsonb(({ webhook }) => JSON.stringify(webhook.headers)),
  body_sealed: text(({ sealedBody }) => sealedBody),
  transmission_id: text(({ webhook }) => webhook.transmissionId ?? null),
  subject: text(({ webhook }) => webhook.nudge?.subject ?? null),
  left_alone: text(({ webhook }) => webhook.leftAlone ?? null),
  job: text(({ nudge }) => nudge?.job ?? null),
  data: jsonb(({ nudge }) => (nudge ? JSON.stringify(nudge.data) : null)),
  job_key: text(({ nudge }) => nudge?.dedupeKey ?? null),
  trace: jsonb(({ trace }) => trace),
});

/** SQL: the row set `w` as a table. */
export const INCOMING = 'select * from :w.unnest as w(:w.columns)';

/**
 * SQL: the part `keyed` of a `with`, still open at its end: the keys that are new. They have a table without months, so that a
 * repeat is recognised although the inbox is partitioned.
 */
export const KEYED = (rows: string): string => `keyed as (
    insert into webhooks.inbox_key (dedupe_key, received_at)
    select distinct dedupe_key, :now::timestamptz from ${rows} order by dedupe_key
    on conflict (dedupe_key) do nothing
    returning dedupe_key`;

/** The columns of `w` that are stored in the inbox. */
export const ROW =
  'dedupe_key, event_type, signature, retried_count, headers, body_sealed, transmission_id, subject, left_alone';

export const incoming = (items: readonly Traced[], seal: DataSeal): Incoming[] =>
  items.map(({ webhook, trace }) => ({
    webhook,
    trace,
    sealedBody: sealBody(seal, webhook.dedupeKey, webhook.body),
    nudge: webhook.leftAlone === undefined ? webhook.nudge : undefined,
  }));

/** Memory of a waiting webhook in bytes: its body, the sealed copy, and 2 KiB for the rest. */
export const sizeOf = ({ webhook: { body } }: Traced): number => 2 * body.length + 2_048;
