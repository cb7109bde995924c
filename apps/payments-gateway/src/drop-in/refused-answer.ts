import { Logger } from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';
import { isServerAway, OutageLog, PATH_PARAMETER_CHARACTERS_MAX, RETRY_AFTER_SECONDS } from '@jeongsan/nest-kit';
import { inProviderWords } from '@jeongsan/platform-contract';
import { errorEnvelope, providerErrors, TRACE_ID_HEADER } from '@jeongsan/provider-contract';
import type { Answer } from './arrived.js';

const log = new OutageLog(new Logger('DropIn'));

type Asked = Readonly<{
  url: string;
  language: string | undefined;
  traceId: string;
  idempotencyKey: string | undefined;
}>;

/**
 * An error as the provider would answer it: in the envelope of the interface (v1 or v2) that the path belongs to. Errors that
 * the caller did not cause are logged, and their details are not sent.
 */
export function refusedAnswer(error: unknown, asked: Asked): Answer {
  const { status, code, message } = wordsOf(error, asked.language);
  if (status >= 500 && !(error instanceof Refusal)) log.failed(`Trace ${asked.traceId}`, error);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    [TRACE_ID_HEADER]: asked.traceId,
    ...(status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
    ...(asked.idempotencyKey !== undefined && { 'idempotency-key': asked.idempotencyKey }),
  };
  return { status, headers, body: Buffer.from(JSON.stringify(errorEnvelope(asked, { code, message }))) };
}

function wordsOf(error: unknown, language: string | undefined): { status: number; code: string; message: string } {
  if (error instanceof Refusal) return inProviderWords(error, language);
  if (isServerAway(error)) return inProviderWords(new Refusal(503, 'UNAVAILABLE', 'A server is away'), language);
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  // Fastify could not read the request: the provider says INVALID_REQUEST, whatever the reason.
  if (statusCode >= 400 && statusCode < 500) {
    return inProviderWords(new Refusal(400, 'INVALID_REQUEST', 'The request cannot be read'), language);
  }
  const code = 'FAILED_INTERNAL_SYSTEM_PROCESSING';
  return inProviderWords(new Refusal(500, code, '', { providerCode: code }), language);
}

/** Refuses a path that the provider does not have; an id that is too long for any path is a request that cannot be read. */
export function unknownPath(url: string): Refusal {
  const [path = ''] = url.split('?', 1);
  const isTooLong = path.split('/').some((part) => part.length > PATH_PARAMETER_CHARACTERS_MAX);
  if (isTooLong) return new Refusal(400, 'INVALID_REQUEST', 'An id in the path is too long');
  const code = 'NOT_FOUND_HTTP_METHOD';
  return new Refusal(providerErrors[code].status, code, 'There is nothing at this path', { providerCode: code });
}
