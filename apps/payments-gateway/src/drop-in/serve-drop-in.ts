import { Readable } from 'node:stream';
import { type KitRequest, unreadable } from '@jeongsan/nest-kit';
import { pathsOf } from '@jeongsan/provider-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerTo } from './answer.js';
import type { Answer, DropIn } from './arrived.js';
import { authenticate } from './authenticate.js';
import { type DropInOperation, dropInOperations } from '@jeongsan/platform-contract';
import { refusedAnswer, unknownPath } from './refused-answer.js';

// Bytes of the largest body without files.
const BODY_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Serves every operation of the provider at the provider's own path, in a scope of its own: bodies stay bytes, callers are known
 * before their bodies are read, and every error comes in the provider's envelope.
 */
export function serveDropIn(server: FastifyInstance, dropIn: DropIn): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.setErrorHandler((error, request, reply) => send(reply, refusalFor(error, request)));
    routeTo(
      scope,
      dropIn,
      dropInOperations.filter((operation) => !takesFiles(operation)),
    );
    for (const url of ['/v1/*', '/v2/*']) {
      scope.all(url, (request) => {
        throw unknownPath(request.url);
      });
    }
    scope.register((forms, _options, formsDone) => {
      // Files go on to the provider as they arrive.
      forms.removeAllContentTypeParsers();
      forms.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      routeTo(forms, dropIn, dropInOperations.filter(takesFiles));
      formsDone();
    });
    done();
  });
}

const takesFiles = ({ endpoint }: DropInOperation): boolean => endpoint.bodyType === 'multipart';

function routeTo(scope: FastifyInstance, dropIn: DropIn, served: readonly DropInOperation[]): void {
  for (const operation of served) {
    for (const path of pathsOf(operation.endpoint)) {
      scope.route({
        method: operation.endpoint.method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: BODY_BYTES_MAX,
        // Before the body is read: a stranger's files are not taken in.
        onRequest: async (request: KitRequest) => {
          const caller = await authenticate(dropIn, operation, request.headers.authorization);
          if (caller) request.caller = caller;
        },
        handler: async (request, reply) => send(reply, await answered(dropIn, operation, request)),
      });
    }
  }
}

function answered(dropIn: DropIn, operation: DropInOperation, request: KitRequest): Promise<Answer> {
  const { headers, raw, params, caller } = request;
  const body = takesFiles(operation) ? raw : Buffer.isBuffer(request.body) ? request.body : NO_BYTES;
  return answerTo(dropIn, {
    operation,
    url: raw.url ?? '/',
    params: params as Readonly<Record<string, string>>,
    headers,
    body: body satisfies Buffer | Readable,
    ...(caller && { caller }),
  });
}

const NO_BYTES = Buffer.alloc(0);

/** Answers addresses that cannot be decoded (`/v1/payments/%zz`), in the envelope that belongs to the path. */
export const unreadableHere: typeof unreadable = {
  ...unreadable,
  frameworkErrors: (error, request, reply) => {
    if (/^\/v[12]\//.test(request.url)) send(reply, refusalFor({ statusCode: 400 }, request));
    else unreadable.frameworkErrors(error, request, reply);
  },
};

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.status(status).headers(headers).send(body);
}

function refusalFor(error: unknown, { url, headers, id }: FastifyRequest): Answer {
  const key = headers['idempotency-key'];
  return refusedAnswer(error, {
    url,
    language: headers['accept-language'],
    traceId: id,
    idempotencyKey: typeof key === 'string' ? key : undefined,
  });
}
