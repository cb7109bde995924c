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

/** Binds a controller method to an endpoint: route, status, access rule, idempotency, and encoding of the answer. */
export function Implements(e: Endpoint): MethodDecorator {
  const path = e.path.replace(/\{(\w+)\}/g, ':$1');
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[e.method] }),
    HttpCode(e.success.status),
    marksEndpoint(e),
    // Order matters: the idempotency interceptor is outside, so that it stores the encoded answer.
    UseInterceptors(...(e.method === 'POST' ? [IdempotencyInterceptor] : []), encodesReply(e)),
  );
}

/**
 * Parameter decorator: the decoded input of the endpoint, with params, query and body in one object. Refuses invalid input with
 * 400 and the list of all invalid fields.
 */
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

/** Postgres cannot store U+0000: refuse it here as the caller's error (400), before a query fails as ours (500). */
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

/** Streams the bytes of a file as they are produced, no faster than the client reads. */
function fileReply(value: Output<Endpoint>): StreamableFile {
  const file = value as FileAnswerContent;
  return new StreamableFile(Readable.from(file.bytes), { type: file.contentType, disposition: savedAs(file) });
}

const UNKNOWN_FIELD = 'Unknown field';
const NAME_CHARACTERS_MAX = 60;
const FIELDS_MAX = 100;

function invalidRequest(error: ZodError): Refusal {
  // Zod messages name the expected value, never the sent one: the request may contain an account number.
  const fields = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key.slice(0, NAME_CHARACTERS_MAX)].join('.'),
          message: UNKNOWN_FIELD,
        }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
  return new Refusal(400, 'INVALID_REQUEST', 'The request does not fit the contract', {
    fields: fields.slice(0, FIELDS_MAX),
  });
}
