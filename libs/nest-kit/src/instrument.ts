/**
 * The first import of every main.ts, or `node --import @jeongsan/nest-kit/instrument`. Does nothing at all unless
 * OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
import { basename, dirname } from 'node:path';
import { tracingEnv } from './env.js';
import { startTracing } from './tracing.js';

const { endpoint, serviceName } = tracingEnv();
if (endpoint !== undefined) {
  // apps/payments-gateway/dist/main.js is called payments-gateway.
  const appFolder = basename(dirname(dirname(process.argv[1] ?? '')));
  const tracing = startTracing(serviceName ?? appFolder, endpoint);
  process.once('beforeExit', () => void tracing.shutdown());
  process.once('SIGTERM', () => void tracing.shutdown());
}
