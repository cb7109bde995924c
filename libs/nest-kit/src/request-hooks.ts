import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { KitRequest } from './caller.js';
import type { BaseEnv } from './env.js';
import type { Metrics } from './metrics/metrics.js';
import { isUnread, readOut } from './read-out.js';

const SERVICE_ROUTES = new Set(['/health/live', '/health/ready', '/metrics']);
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Headers for answers to programs: browsers must not frame, run or cache an answer. HTML pages override single headers. */
const CAUTIOUS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Adds to every request: the trace id in the reply, one log line, and one duration in the metrics. None of them contains a
 * body.
 */
export function addRequestHooks(
  server: FastifyInstance,
  logger: Logger,
  metrics: Metrics,
  role: BaseEnv['ROLE'],
): void {
  const duration = metrics.histogram('http_request_duration_seconds', BUCKETS_S);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-trace-id': request.id, ...CAUTIOUS });
    // A worker process serves only health and metrics; the app's endpoints are served by processes with the role `http` or
    // `all`.
    if (role === 'worker' && !SERVICE_ROUTES.has(routeOf(request))) return reply.callNotFound();
    done();
  });
  let isStopping = false;
  server.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    // Without this header, a kept-alive connection that is busy when the stop begins would delay the stop by a minute.
    if (isStopping) void reply.header('connection', 'close');
    if (reply.statusCode < 400 || !isUnread(request.raw)) return done();
    void readOut(request.raw).then(() => done());
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1_000);
    const level = isQuiet(request, reply) ? 'debug' : 'info';
    if (!SERVICE_ROUTES.has(route) && logger.isLevelEnabled(level))
      logger[level](lineOf(request, reply, labels), 'answered');
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers that are no errors are logged at level debug: the database keeps a row of each request. */
    isQuiet?: boolean;
  }
}

const isQuiet = ({ routeOptions: { config } }: KitRequest, { statusCode }: FastifyReply): boolean =>
  config.isQuiet === true && statusCode < 400;

// The route pattern, not the path: a path contains ids, and each id would be a new time series.
const routeOf = (request: Pick<KitRequest, 'routeOptions'>): string => request.routeOptions.url ?? 'none';

const lineOf = (request: KitRequest, reply: FastifyReply, labels: Readonly<Record<string, string>>) => ({
  ...labels,
  durationMs: Math.round(reply.elapsedTime * 10) / 10,
  traceId: request.id,
  caller: request.caller?.actor ?? (request.seller && `seller:${request.seller.sellerId}`),
});
