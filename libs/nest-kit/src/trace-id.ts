import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { trace } from '@opentelemetry/api';

/** The id under which a request can be found in logs and traces: the active span's, the caller's `traceparent`, or a new one. */
export function traceIdOf(headers: IncomingHttpHeaders): string {
  const active = trace.getActiveSpan()?.spanContext().traceId;
  if (active !== undefined) return active;
  const { traceparent } = headers;
  const given = typeof traceparent === 'string' ? /^00-([0-9a-f]{32})-/.exec(traceparent)?.[1] : undefined;
  // Node draws the randomness of UUIDs many at a time, that of bytes anew for each request.
  return given ?? randomUUID().replaceAll('-', '');
}
