import { TRACE_ID_HEADER } from '@jeongsan/provider-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../world.js';
import type { Logged } from './request-log.js';

const PATH_CHARACTERS_MAX = 200;
/** Paths that the sandbox serves in addition to the provider's API. */
const OWN_PATHS = /^\/(control|health|metrics|docs|openapi\.json)(\/|$)/;

/**
 * Logs every request of the provider's API, unknown paths included. An answer that a fault holds back is logged when it
 * is sent.
 */
export function logRequests(server: FastifyInstance, world: World): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (!OWN_PATHS.test(pathOf(request))) {
      world.requests.add(loggedRequest(request, reply, reply.statusCode, world.clock.now()));
      world.faults.heldReplies.release();
    }
    done();
  });
}

/** One entry of the log. A null status means that the connection was dropped. */
export function loggedRequest(request: FastifyRequest, reply: FastifyReply, status: number | null, at: Date): Logged {
  const isKeyed = request.method === 'POST' && typeof request.headers['idempotency-key'] === 'string';
  const isRepeated = String(reply.getHeader(TRACE_ID_HEADER) ?? '').includes(',');
  return {
    at,
    method: request.method,
    path: pathOf(request).slice(0, PATH_CHARACTERS_MAX),
    status,
    durationMs: Math.round(reply.elapsedTime),
    idempotency: isRepeated ? 'repeated' : isKeyed ? 'first' : 'none',
    traceId: request.id,
  };
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';
