import { createHash } from 'node:crypto';
import { ROOT_CONTEXT, type Span, type SpanContext, type SpanOptions, trace, TraceFlags } from '@opentelemetry/api';
import { withIds } from './tracing/chosen-ids.js';

/**
 * What has a trace of its own beside the traces of requests and jobs: its story, from its beginning to its end. A payout pays
 * many orders, and waits for days and for people: no request goes all the way.
 */
export type StoryOf = 'order' | 'run';

/** Ids that a story names, as attributes `jeongsan.…`: what a person can search for. No amounts and nothing of people. */
export type StoryIds = Readonly<
  Partial<Record<'order_id' | 'payment_key' | 'run_id' | 'batch_id' | 'payout_id', string>>
>;

/**
 * The first span of a story. Its ids follow from the id of the order or run, so that every service can add to the story, and a
 * person can find it, without a look-up: `printf 'order/ORDER-1' | sha256sum | cut -c1-32` is the trace id.
 */
export function storyOf(kind: StoryOf, id: string): SpanContext {
  const hash = createHash('sha256').update(`${kind}/${id}`).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48), traceFlags: TraceFlags.SAMPLED };
}

/** Begins the story of an order or a run. Does nothing outside of a traced request or job. */
export function beginStory(kind: StoryOf, id: string, ids: StoryIds): void {
  const active = trace.getActiveSpan();
  if (active === undefined) return;
  const options = optionsOf(active, ids, []);
  withIds(storyOf(kind, id), () => tracer().startSpan(`${kind} ${id}`, { ...options, root: true })).end();
}

/**
 * Adds a step to the story of an order or a run, with a link to the request or job in which it happened, and to the stories of
 * `others`. Does nothing outside of a traced request or job.
 */
export function addToStory(
  kind: StoryOf,
  id: string,
  step: string,
  ids: StoryIds,
  others: readonly SpanContext[] = [],
): void {
  const active = trace.getActiveSpan();
  if (active === undefined) return;
  const parent = trace.setSpanContext(ROOT_CONTEXT, { ...storyOf(kind, id), isRemote: true });
  tracer()
    .startSpan(step, optionsOf(active, ids, others), parent)
    .end();
}

/** Names the ids on the span of the request or job as well: a search for an id finds both. */
function optionsOf(active: Span, ids: StoryIds, others: readonly SpanContext[]): SpanOptions {
  const attributes = Object.fromEntries(Object.entries(ids).map(([name, id]) => [`jeongsan.${name}`, id]));
  active.setAttributes(attributes);
  return { attributes, links: [active.spanContext(), ...others].map((context) => ({ context })) };
}

const tracer = () => trace.getTracer('jeongsan');
