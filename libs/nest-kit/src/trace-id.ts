import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { trace } from '@opentelemetry/api';

/** The id of a request in logs and traces: of the active span, else from the caller's `traceparent` header, else a new one. */
export function traceIdOf(headers: IncomingHttpHeaders): string {
  const active = trace.getActiveSpan()?.spanContext().traceId;
  if (active !== undefined) return active;
  const { traceparent } = headers;
  const given = typeof traceparent === 'string' ? /^00-([0-9a-f]{32})-/.exec(traceparent)?.[1] : undefined;
  // randomUUID is cheaper than randomBytes: Node caches randomness for UUIDs, and draws bytes anew for each call.
  return given ?? randomUUID().replaceAll('-', '');
}

/** Whether the current request has a span, so that the instrumented client names it to the next service itself. */
export const isTracing = (): boolean => trace.getActiveSpan() !== undefined;
