import { createRequire } from 'node:module';
import { chosenIds } from './chosen-ids.js';

type Packages = {
  '@opentelemetry/sdk-node': typeof import('@opentelemetry/sdk-node');
  '@opentelemetry/sdk-trace-node': typeof import('@opentelemetry/sdk-trace-node');
  '@opentelemetry/exporter-trace-otlp-http': typeof import('@opentelemetry/exporter-trace-otlp-http');
  '@opentelemetry/resources': typeof import('@opentelemetry/resources');
  '@opentelemetry/instrumentation-http': typeof import('@opentelemetry/instrumentation-http');
  '@opentelemetry/instrumentation-undici': typeof import('@opentelemetry/instrumentation-undici');
  '@opentelemetry/instrumentation-pg': typeof import('@opentelemetry/instrumentation-pg');
  '@opentelemetry/instrumentation-ioredis': typeof import('@opentelemetry/instrumentation-ioredis');
  '@opentelemetry/instrumentation-pino': typeof import('@opentelemetry/instrumentation-pino');
};

// Loaded only when tracing is configured, and synchronously: an `await` here would let pg and ioredis load before they are
// instrumented.
const require = createRequire(import.meta.url);
const load = <N extends keyof Packages>(name: N): Packages[N] => require(name) as Packages[N];

/** Starts sending traces to `endpoint`. Must run before pg, ioredis and pino are imported; see instrument.ts. */
export function startTracing(serviceName: string, endpoint: string): { shutdown: () => Promise<void> } {
  const { NodeSDK } = load('@opentelemetry/sdk-node');
  const { RandomIdGenerator } = load('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = load('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = load('@opentelemetry/resources');
  const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http');
  const { UndiciInstrumentation } = load('@opentelemetry/instrumentation-undici');
  const { PgInstrumentation } = load('@opentelemetry/instrumentation-pg');
  const { IORedisInstrumentation } = load('@opentelemetry/instrumentation-ioredis');
  const { PinoInstrumentation } = load('@opentelemetry/instrumentation-pino');
  const random = new RandomIdGenerator();
  const sdk = new NodeSDK({
    idGenerator: {
      generateTraceId: () => chosenIds()?.traceId ?? random.generateTraceId(),
      generateSpanId: () => chosenIds()?.spanId ?? random.generateSpanId(),
    },
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    traceExporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => /^\/(health|metrics)/.test(url ?? ''),
        startIncomingSpanHook: ({ url }) => withoutSecret(url ?? ''),
      }),
      new UndiciInstrumentation(),
      // Queries without a parent span are not traced: pollers query all the time, and their traces would hide the others.
      new PgInstrumentation({ requireParentSpan: true }),
      new IORedisInstrumentation({ requireParentSpan: true }),
      new PinoInstrumentation({ disableLogSending: true }),
    ],
  });
  sdk.start();
  return sdk;
}

/** Removes the end of the webhook path from traces: the path may end with a secret (WEBHOOK_PATH_SECRET). */
function withoutSecret(url: string): { 'url.path'?: string } {
  const path = /^\/webhooks\/provider\/(?=.)/.exec(url)?.[0];
  return path === undefined ? {} : { 'url.path': `${path}…` };
}
