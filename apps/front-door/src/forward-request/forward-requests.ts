import replyFrom from '@fastify/reply-from';
import { Refusal } from '@jeongsan/http-contract';
import { isTracing } from '@jeongsan/nest-kit';
import { receiveProviderWebhook, type Service } from '@jeongsan/platform-contract';
import { HttpException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { actAsPerson } from '../act-as-person/act-as-person.js';
import type { ConsoleParts } from '../console-parts.js';
import { byAddress, byKey, limitRate, type CountedBy } from '../limit-rate/limit-rate.js';
import { RateWindows } from '../limit-rate/rate-windows.js';
import type { Route } from '../route-table/route-table.js';
import type { Origins } from '../origins.js';
import { answerAsProvider, type AnswerError, answerProblem } from './answer-error.js';
import { limited, refuseStatedSize } from './limited-body.js';
import { requestIdOf, toCaller, toService } from './passed-headers.js';

export type ForwardOptions = Readonly<{
  routes: readonly Route<Service>[];
  origins: Origins;
  timeoutMs: number;
  connectionsMax: number;
  bytesMax: number;
  /** Requests of one caller per minute. */
  limits: Readonly<{ api: number; payments: number; webhooks: number }>;
  /** Undefined: this door has no sign-in, and a cookie counts for nothing. */
  console: ConsoleParts | undefined;
  nowMs: () => number;
}>;

const CONNECT_TIMEOUT_MS = 3_000;
/** Less than the 72 seconds after which Fastify closes an unused connection, so that the door closes it first. */
const KEEP_ALIVE_MS = 4_000;

/**
 * Serves every forwarded path: requests and answers pass as bytes. A request is sent once, whatever happens: only the caller
 * knows whether a repetition is safe.
 */
export function forwardRequests(server: FastifyInstance, options: ForwardOptions): void {
  const { limits, nowMs, connectionsMax, timeoutMs } = options;
  server.decorateRequest('ofPerson', null);
  const agent = new Agent({
    connections: connectionsMax,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const scoped = (
    name: string,
    perMinute: number,
    countedBy: CountedBy,
    answerError: AnswerError,
    addRoutes: (scope: FastifyInstance) => void,
  ) =>
    void server.register(async (scope) => {
      await scope.register(replyFrom, {
        undici: agent,
        destroyAgent: true,
        disableCache: true,
        disableRequestLogging: true,
      });
      passBytes(scope, options.bytesMax);
      scope.addHook('onRequest', limitRate(name, new RateWindows(perMinute, nowMs), countedBy));
      scope.setErrorHandler(answerError);
      addRoutes(scope);
    });
  scoped('api', limits.api, byKey, answerProblem, (scope) => {
    if (options.console) scope.addHook('onRequest', actAsPerson(options.console.origin, options.console.tokens));
    for (const { endpoint, path, prefix, service } of options.routes)
      scope.route({
        method: endpoint.method,
        url: patternOf(path),
        handler: forward(options, service, answerProblem, prefix.length),
      });
  });
  scoped('payments', limits.payments, byKey, answerAsProvider, (scope) => {
    for (const url of ['/v1/*', '/v2/*']) scope.all(url, forward(options, 'payments-gateway', answerAsProvider));
  });
  scoped('webhooks', limits.webhooks, byAddress, answerProblem, (scope) => {
    const { path } = receiveProviderWebhook;
    for (const url of [path, `${path}/:secret`]) scope.post(url, forward(options, 'webhook-ingestor', answerProblem));
  });
}

const patternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Bodies of every type are streams that nothing parses. */
function passBytes(scope: FastifyInstance, bytesMax: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, body, done) => {
    refuseStatedSize(request.headers['content-length'], bytesMax);
    done(null, limited(body, bytesMax));
  });
  scope.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', requestIdOf(request));
    done();
  });
}

const forward =
  ({ origins }: ForwardOptions, service: Service, answerError: AnswerError, prefixLength = 0) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = request.raw.url?.split('?', 1) ?? [];
    const target = `${origins[service]}${path.slice(prefixLength)}`;
    // A path such as /v1/./x would arrive as another one than the one that was routed here.
    if (new URL(target).href !== target) throw new HttpException('path', 404);
    return reply.from(target, {
      retryDelay: () => null,
      rewriteRequestHeaders: (_, headers) => toService(request, headers, isTracing()),
      rewriteHeaders: toCaller,
      onError: (failed, { error }) => answerError(causeOf(error, service), request, failed as FastifyReply),
    });
  };

/** A body that the door refused while it was sent, or a service that is away, too slow, or gone in the middle. */
function causeOf({ cause }: Error, service: Service): Refusal {
  if (cause instanceof Refusal) return cause;
  const detail = `${service} does not answer. Repeat the request, with the same Idempotency-Key if it has one`;
  return new Refusal(503, 'UNAVAILABLE', detail, { service });
}
