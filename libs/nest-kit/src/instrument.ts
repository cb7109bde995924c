/**
 * Starts tracing. Must be the first import of every main.ts, or loaded by `node --import @jeongsan/nest-kit/instrument`.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT this file has no effect.
 */
import './navigator.js';
import { basename, dirname } from 'node:path';
import { tracingEnv } from './env.js';
import { startTracing } from './tracing.js';

const { endpoint, serviceName } = tracingEnv();
if (endpoint !== undefined) {
  // The service name in traces is the app's folder: apps/payments-gateway/dist/main.js is payments-gateway.
  const appFolder = basename(dirname(dirname(process.argv[1] ?? '')));
  const tracing = startTracing(serviceName ?? appFolder, endpoint);
  process.once('beforeExit', () => void tracing.shutdown());
  process.once('SIGTERM', () => void tracing.shutdown());
}
