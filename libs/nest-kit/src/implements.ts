import { Readable } from 'node:stream';
import {
  applyDecorators,
  createParamDecorator,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  StreamableFile,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  decodeInput,
  encodeLine,
  encodeOutput,
  listPartOf,
  NDJSON,
  Refusal,
  savedAs,
  takesIdempotencyKey,
  type Endpoint,
  type FileAnswerContent,
  type Input,
  type Output,
} from '@jeongsan/http-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { ZodError } from 'zod';
import { marksEndpoint } from './endpoint-marks.js';
import { taggedIfResource } from './entity-tag.js';
import { eventsReply } from './event-stream.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { invalidRequest, isUnstorable, UNSTORABLE } from './invalid-request.js';
import { linesOf } from './ndjson-lines.js';

/** Binds a controller method to an endpoint: route, status, access rule, idempotency, and encoding of the answer. */
export function Implements(e: Endpoint): MethodDecorator {
  const path = e.path.replace(/\{(\w+)\}/g, ':$1');
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[e.method] }),
    HttpCode(e.success.status),
    marksEndpoint(e),
    ...taggedIfResource(e),
    // One address, two forms of its answer: a cache must not give one for the other.
    ...(listPartOf(e) ? [Header('vary', 'accept')] : []),
    // Order matters: the idempotency interceptor is outside, so that it stores the encoded answer.
    // An answer of lines is not stored: such requests change nothing when they are repeated.
    UseInterceptors(...(takesIdempotencyKey(e) ? [IdempotencyInterceptor] : []), encodesReply(e)),
  );
}

/**
 * Parameter decorator: the decoded input of the endpoint, with params, query and body in one object. Refuses invalid input with
 * 400 and the list of all invalid fields.
 */
export const Decoded = createParamDecorator((e: Endpoint, context: ExecutionContext): Input<Endpoint> => {
  const { params, query, body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (e.bodyType === 'ndjson') return Object.assign({}, decoded(e, { params, query }), { body: linesOf(e, body) });
  if (Buffer.isBuffer(body)) throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json');
  return decoded(e, { params, query, body });
});

function decoded(e: Endpoint, { params, query, body }: RawParts): Input<Endpoint> {
  if ([params, query, body].some((part) => isUnstorable(part))) {
    throw new Refusal(400, 'INVALID_REQUEST', UNSTORABLE);
  }
  try {
    return decodeInput(e, { params, query, body });
  } catch (error) {
    throw error instanceof ZodError ? invalidRequest(error) : error;
  }
}

type RawParts = Readonly<{ params: unknown; query: unknown; body?: unknown }>;

const encodesReply = (e: Endpoint): NestInterceptor => ({
  intercept: (context: ExecutionContext, next: CallHandler<Output<Endpoint>>): Observable<unknown> =>
    next.handle().pipe(mergeMap(async (value) => replyOf(e, value, context))),
});

function replyOf(e: Endpoint, value: Output<Endpoint>, context: ExecutionContext): unknown {
  if (value instanceof StreamableFile) return value;
  if (e.answersLines) return linesReply(e, value as AsyncIterable<unknown>);
  if (e.answersEvents)
    return eventsReply(e, value as AsyncIterable<unknown>, context.switchToHttp().getResponse<FastifyReply>());
  return e.answerTypes ? fileReply(value) : encodeOutput(e, value);
}

/**
 * Streams items as they arise, no faster than the client reads. Resolves with the first item: until then a failure still has a
 * status of its own; afterwards the answer breaks off.
 */
async function linesReply(e: Endpoint, items: AsyncIterable<unknown>): Promise<StreamableFile> {
  const source = items[Symbol.asyncIterator]();
  const first = await source.next();
  return new StreamableFile(Readable.from(encoded(e, first, source)), { type: NDJSON });
}

async function* encoded(
  e: Endpoint,
  first: IteratorResult<unknown>,
  source: AsyncIterator<unknown>,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await source.next()) yield encodeLine(e, next.value);
  } finally {
    await source.return?.();
  }
}

/** Streams the bytes of a file as they are produced, no faster than the client reads. */
function fileReply(value: Output<Endpoint>): StreamableFile {
  const file = value as FileAnswerContent;
  return new StreamableFile(Readable.from(file.bytes), { type: file.contentType, disposition: savedAs(file) });
}
