import type { DataSeal } from '@jeongsan/jwe';
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

/** SQL: the parameters $1 to $13 of a statement that stores webhooks, as a table `w`. */
export const INCOMING = `
  select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::jsonb[], $6::text[], $7::text[], $8::text[], $9::text[],
                       $10::text[], $11::jsonb[], $12::text[], $13::jsonb[])
    as w(dedupe_key, event_type, signature, retried_count, headers, body_sealed, transmission_id, subject, left_alone,
         job, data, job_key, trace)`;

/** The columns of `w` that are stored in the inbox. */
export const ROW =
  'dedupe_key, event_type, signature, retried_count, headers, body_sealed, transmission_id, subject, left_alone';

export function columnsOf(items: readonly Traced[], seal: DataSeal): unknown[][] {
  const webhooks = items.map(({ webhook }) => webhook);
  const looked = webhooks.map((w) => (w.leftAlone === undefined ? w.nudge : undefined));
  return [
    webhooks.map((w) => w.dedupeKey),
    webhooks.map((w) => w.eventType),
    webhooks.map((w) => w.signature),
    webhooks.map((w) => w.retriedCount),
    webhooks.map((w) => JSON.stringify(w.headers)),
    webhooks.map((w) => sealBody(seal, w.dedupeKey, w.body)),
    webhooks.map((w) => w.transmissionId ?? null),
    webhooks.map((w) => w.nudge?.subject ?? null),
    webhooks.map((w) => w.leftAlone ?? null),
    looked.map((nudge) => nudge?.job ?? null),
    looked.map((nudge) => (nudge ? JSON.stringify(nudge.data) : null)),
    looked.map((nudge) => nudge?.dedupeKey ?? null),
    items.map(({ trace }) => trace),
  ];
}

/** Memory of a waiting webhook in bytes: its body, the sealed copy, and 2 KiB for the rest. */
export const sizeOf = ({ webhook: { body } }: Traced): number => 2 * body.length + 2_048;
