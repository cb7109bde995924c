import { answerBrokenBytes } from '@jeongsan/nest-kit';
import { type ApiVersion, type ProviderErrorCode, providerErrors, TRACE_ID_HEADER } from '@jeongsan/provider-contract';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { printError } from './print.js';
import { messageOf } from './refused.js';

const CODE: ProviderErrorCode = 'INVALID_REQUEST';

/**
 * Answers a request whose URL cannot be decoded (`/%zz`) or exceeds every limit. Fastify calls no route, hook or filter
 * for such a request.
 */
export function replyToUnreadableAddress(version: ApiVersion, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = providerErrors[CODE];
  const fault = { code: CODE, message: messageOf(CODE, request.headers['accept-language']) };
  void reply
    .status(status)
    .header(TRACE_ID_HEADER, request.id)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(printError(request.url, fault, version, request.id));
}

/**
 * Answers bytes that are not an HTTP request: headers beyond the limit, a broken first line, a request that never ends.
 */
export function replyToUnreadableBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  answerBrokenBytes(error, socket, ({ code }) => ({
    status: code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : providerErrors[CODE].status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [TRACE_ID_HEADER]: randomBytes(16).toString('hex'),
    },
    body: JSON.stringify({ code: CODE, message: messageOf(CODE, undefined) }),
  }));
}
