import { Refusal } from '@jeongsan/http-contract';
import { RETRY_AFTER_SECONDS, toProblem } from '@jeongsan/nest-kit';
import { inProviderWords } from '@jeongsan/platform-contract';
import { errorEnvelope, type ProviderErrorCode, TRACE_ID_HEADER } from '@jeongsan/provider-contract';
import { HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const PROVIDER_TYPE = 'application/json; charset=utf-8';

/** Answers an error of the door's own as the services do. */
export const answerProblem: AnswerError = (error, request, reply) => {
  const { status, body } = toProblem(known(error));
  answer(reply, status, PROBLEM_TYPE, { ...body, instance: request.id });
};

/** The provider's codes for errors of the door that have one. */
const providerCodes: Readonly<Partial<Record<string, ProviderErrorCode>>> = {
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  PAYLOAD_TOO_LARGE: 'INVALID_REQUEST',
  NOT_FOUND_ROUTE: 'NOT_FOUND_HTTP_METHOD',
  NOT_FOUND: 'NOT_FOUND_HTTP_METHOD',
};

/** Answers an error of the door's own on a path of the provider: in the envelope and the words of these paths. */
export const answerAsProvider: AnswerError = (error, request, reply) => {
  const { status: asked, body } = toProblem(known(error));
  const { code, detail } = body;
  const providerCode = providerCodes[code] ?? (asked < 500 ? 'INVALID_REQUEST' : undefined);
  const extensions = { ...(providerCode !== undefined && { providerCode }) };
  const language = request.headers['accept-language'];
  const { status, ...words } = inProviderWords({ code, status: asked, detail, extensions }, language);
  void reply.header(TRACE_ID_HEADER, request.id);
  const url = request.raw.url ?? '';
  answer(reply, status, PROVIDER_TYPE, errorEnvelope({ url, traceId: request.id }, words));
};

function answer(reply: FastifyReply, status: number, type: string, body: object): void {
  if (status === 503) void reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  void reply.code(status).header('content-type', type).send(JSON.stringify(body));
}

/** Fastify's own errors by their status; all others as they are. */
function known(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode < 500 ? new HttpException('request', statusCode) : error;
}
