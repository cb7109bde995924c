import { Readable } from 'node:stream';
import {
  applyDecorators,
  createParamDecorator,
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
  encodeOutput,
  Refusal,
  savedAs,
  type Endpoint,
  type FileAnswerContent,
  type Input,
  type Output,
} from '@jeongsan/http-contract';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ZodError } from 'zod';
import { marksEndpoint } from './endpoint-marks.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** Binds a controller method to an endpoint: its route, status, access rule, idempotency, and the encoding of its answer. */
export function Implements(e: Endpoint): MethodDecorator {
  const path = e.path.replace(/\{(\w+)\}/g, ':$1');
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[e.method] }),
    HttpCode(e.success.status),
    marksEndpoint(e),
    // The outer one must see what the inner one encoded: it stores answers as they were given.
    UseInterceptors(...(e.method === 'POST' ? [IdempotencyInterceptor] : []), encodesReply(e)),
  );
}

/** The decoded input of the endpoint: params, query and body in one object. What does not fit is refused, all of it at once. */
export const Decoded = createParamDecorator((e: Endpoint, context: ExecutionContext): Input<Endpoint> => {
  const { params, query, body } = context.switchToHttp().getRequest<FastifyRequest>();
  if ([params, query, body].some((part) => isUnstorable(part))) {
    throw new Refusal(400, 'INVALID_REQUEST', 'The request holds U+0000, or is nested too deeply');
  }
  try {
    return decodeInput(e, { params, query, body });
  } catch (error) {
    throw error instanceof ZodError ? invalidRequest(error) : error;
  }
});

const DEPTH_MAX = 64;

/** Postgres stores no U+0000: found there it would be our fault, found here it is the caller's. */
function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return false;
  if (depth === DEPTH_MAX) return true;
  return Object.entries(value).some(([key, held]) => isUnstorable(key) || isUnstorable(held, depth + 1));
}

const encodesReply = (e: Endpoint): NestInterceptor => ({
  intercept: (_: ExecutionContext, next: CallHandler<Output<Endpoint>>): Observable<unknown> =>
    next.handle().pipe(map((value) => (e.answerTypes ? fileReply(value) : encodeOutput(e, value)))),
});

/** Bytes go out as they come into being, no faster than the other side reads them. */
function fileReply(value: Output<Endpoint>): StreamableFile {
  const file = value as FileAnswerContent;
  return new StreamableFile(Readable.from(file.bytes), { type: file.contentType, disposition: savedAs(file) });
}

function invalidRequest(error: ZodError): Refusal {
  // Zod's messages say what was expected, never what was sent: the request may hold an account number.
  const fields = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return new Refusal(400, 'INVALID_REQUEST', 'The request does not fit the contract', { fields });
}
