/**
 * Starts tracing. Must be the first import of every main.ts, or loaded by `node --import @jeongsan/nest-kit/instrument`.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT this file has no effect.
 */
import './navigator.js';
import { tracingEnv } from './tracing/env.js';
import { startTracing } from './tracing/start-tracing.js';

const { endpoint, serviceName } = tracingEnv();
if (endpoint !== undefined) {
  // The app's folder: apps/payments-gateway/… is payments-gateway.
  const appFolder = /[\\/]apps[\\/]([^\\/]+)[\\/]/.exec(process.argv[1] ?? '')?.[1];
  const tracing = startTracing(serviceName ?? appFolder ?? 'jeongsan', endpoint);
  process.once('beforeExit', () => void tracing.shutdown());
  process.once('SIGTERM', () => void tracing.shutdown());
}
