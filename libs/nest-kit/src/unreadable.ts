import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@jeongsan/http-contract';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { PROBLEM_TYPE, toProblem } from './problem.js';
import { traceIdOf } from './trace-id.js';

/** An answer to bytes that are no HTTP request. */
export type BareAnswer = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;

const LINGER_MS = 1_000;

/**
 * Answers requests that reach no route, hook or filter, in the format of all errors: an address that cannot be decoded
 * (`/%ff`), a path parameter that is too long, and bytes that are no HTTP request. The answer repeats nothing of the request.
 */
export const unreadable: Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>> = {
  frameworkErrors: (_error, request, reply) => refuseAddress(request, reply),
  clientErrorHandler: (error, socket) => answerBrokenBytes(error, socket, refusalOfBytes),
};

function refuseAddress(request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = toProblem(new Refusal(400, 'INVALID_ADDRESS', 'The address of the request cannot be read'));
  void reply
    .status(status)
    .headers({ 'x-trace-id': request.id, 'cache-control': 'no-store', 'content-type': PROBLEM_TYPE })
    .send(JSON.stringify({ ...body, instance: request.id }));
}

function refusalOfBytes(error: NodeJS.ErrnoException): BareAnswer {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { status, body } = toProblem(
    isLate
      ? new Refusal(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive')
      : new Refusal(400, 'MALFORMED_REQUEST', 'The request is not readable HTTP'),
  );
  const instance = traceIdOf({});
  return {
    status,
    headers: { 'content-type': PROBLEM_TYPE, 'x-trace-id': instance },
    body: JSON.stringify({ ...body, instance }),
  };
}

/** Writes an answer directly to a socket, where no request exists, and closes the connection. */
export function answerBrokenBytes(
  error: NodeJS.ErrnoException,
  socket: Socket,
  answerTo: (error: NodeJS.ErrnoException) => BareAnswer,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, headers, body } = answerTo(error);
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  // The client may still be sending: it has LINGER_MS to read the answer.
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
