import { Logger } from '@nestjs/common';
import { providerErrors, TRACE_ID_HEADER, type ProviderErrorCode } from '@jeongsan/provider-contract';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DueWork } from '../due-work.js';
import type { World } from '../world.js';
import { answer, type Given } from './answer.js';
import type { ActiveFault } from './faults.js';
import { type Operation, operationsOf } from './operation.js';
import { printError } from './print.js';
import { providerHandlers } from './provider-handlers.js';
import { isErrorCode, messageOf } from './refused.js';

const logger = new Logger('Provider');
// A hundred sealed payouts with all the metadata they may carry.
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Serves every operation of the provider's contract, in a scope of its own: bodies stay text until they are opened. */
export function serveProvider(server: FastifyInstance, world: World, work: DueWork): void {
  server.register((scope, _, done) => {
    takeBodiesAsText(scope);
    scope.setErrorHandler((error, request, reply) => replyWithFailure(world, error, request, reply));
    for (const operation of operationsOf(providerHandlers)) {
      const url = operation.endpoint.path.replace(/\{(\w+)\}/g, ':$1');
      scope.route({
        method: operation.endpoint.method,
        bodyLimit: BODY_BYTES_MAX,
        url,
        handler: (request, reply) => serve(world, work, operation, request, reply),
      });
    }
    done();
  });
}

/** Whatever the content type says: what a body means is decided after its caller is known. */
export function takeBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
}

async function serve(
  world: World,
  work: DueWork,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = world.faults.strike(operation.name);
  if (fault?.kind === 'drop-before-commit') return dropped(reply);
  if (fault?.kind === 'error') return send(request, reply, faultyAnswer(world, fault, request));
  const { headers, url, params, query } = request;
  const body = typeof request.body === 'string' ? request.body : '';
  const given = await answer(world, operation, { headers, url, params, query, body, traceId: request.id });
  if (operation.endpoint.method !== 'GET') work.kick();
  if (fault?.kind === 'drop-after-commit') return dropped(reply);
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayMs ?? DELAY_DEFAULT_MS));
  return send(
    request,
    reply,
    fault?.kind === 'garbage' ? { ...given, body: randomBytes(256).toString('latin1') } : given,
  );
}

const DELAY_DEFAULT_MS = 1_000;

function send(request: FastifyRequest, reply: FastifyReply, given: Given): FastifyReply {
  const key = request.headers['idempotency-key'];
  // A repeated answer carries both traces: its own, and that of the first.
  void reply.header(TRACE_ID_HEADER, given.replayOf ? `${given.traceId}, ${given.replayOf}` : given.traceId);
  if (typeof key === 'string') void reply.header('idempotency-key', key);
  return reply.status(given.status).header('content-type', given.contentType).send(given.body);
}

/** The connection ends without a word. */
function dropped(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function faultyAnswer(world: World, fault: ActiveFault, request: FastifyRequest): Given {
  const status = fault.status ?? 500;
  const code = fault.code ?? (status === 429 ? 'TOO_MANY_REQUESTS' : 'FAILED_INTERNAL_SYSTEM_PROCESSING');
  const message = isErrorCode(code) ? messageOf(code, request.headers['accept-language']) : code;
  return plain(world, request, status, { code, message });
}

/** Fastify could not read the request (the caller's fault), or the sandbox failed (logged, and not shown). */
export function replyWithFailure(
  world: World,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  const isCallers = statusCode >= 400 && statusCode < 500;
  if (!isCallers) logger.error(`Trace ${request.id} failed`, error instanceof Error ? error.stack : String(error));
  return replyWithCode(world, isCallers ? 'INVALID_REQUEST' : 'FAILED_INTERNAL_SYSTEM_PROCESSING', request, reply);
}

export function replyWithCode(
  world: World,
  code: ProviderErrorCode,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fault = { code, message: messageOf(code, request.headers['accept-language']) };
  return send(request, reply, plain(world, request, providerErrors[code].status, fault));
}

const plain = (
  world: World,
  request: FastifyRequest,
  status: number,
  fault: { code: string; message: string },
): Given => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: printError(request.url, fault, world, request.id),
  traceId: request.id,
});
