import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';
import type { KitRequest } from './caller.js';
import type { BaseEnv } from './env.js';
import { readOut } from './read-out.js';

const SERVICE_ROUTES = new Set(['/health/live', '/health/ready', '/metrics']);
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** For answers to programs: no browser may show one inside another page, run anything of it, or keep it. Pages loosen what they need. */
const CAUTIOUS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/** What happens around every request: its trace id in the reply, one log line, one measurement. Neither sees a body. */
export function addRequestHooks(
  server: FastifyInstance,
  logger: Logger,
  registry: Registry,
  role: BaseEnv['ROLE'],
): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ 'x-trace-id': request.id, ...CAUTIOUS });
    // A worker answers probes and scrapes only: its endpoints belong to the processes with the other role.
    if (role === 'worker' && !SERVICE_ROUTES.has(routeOf(request))) return reply.callNotFound();
    done();
  });
  let isStopping = false;
  server.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    // A kept-alive connection that was busy when the stop began would hold it up for a minute.
    if (isStopping) void reply.header('connection', 'close');
    if (reply.statusCode !== 413) return done();
    void readOut(request.raw).then(() => done());
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1_000);
    if (!SERVICE_ROUTES.has(route) && logger.isLevelEnabled('info'))
      logger.info(lineOf(request, reply, labels), 'answered');
    done();
  });
}

// The pattern, not the path: paths hold ids, and every id would be a series of its own.
const routeOf = (request: Pick<KitRequest, 'routeOptions'>): string => request.routeOptions.url ?? 'none';

const lineOf = (request: KitRequest, reply: FastifyReply, labels: Readonly<Record<string, string>>) => ({
  ...labels,
  durationMs: Math.round(reply.elapsedTime * 10) / 10,
  traceId: request.id,
  caller: request.caller?.actor,
});
