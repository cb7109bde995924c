import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { Refusal } from '@jeongsan/http-contract';
import { isServerAway } from './server-away.js';

/** The content type of every error (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Body of an error (RFC 9457). `message` repeats `detail` for clients that were written for the provider's errors. */
export type Problem = Readonly<{
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  message: string;
  /** The trace id of the failed request. */
  instance?: string;
}>;

/**
 * The status and body for an error. A Refusal and the framework's 4xx errors carry their own text; all other errors become 500
 * or 503 without details.
 */
export function toProblem(error: unknown): { status: number; body: Problem } {
  const { status, code, detail, extensions } = explain(error);
  const title = STATUS_CODES[status] ?? 'Error';
  return { status, body: { ...extensions, type: 'about:blank', title, status, detail, code, message: detail } };
}

type Explained = Readonly<{
  status: number;
  code: string;
  detail: string;
  extensions?: Readonly<Record<string, unknown>>;
}>;
const INTERNAL: Explained = {
  status: 500,
  code: 'INTERNAL',
  detail: 'The service failed; nothing more can be said here',
};

const AWAY: Explained = {
  status: 503,
  code: 'UNAVAILABLE',
  detail:
    'A server behind this service does not answer. Repeat the request, with the same Idempotency-Key if it has one',
};

function explain(error: unknown): Explained {
  if (error instanceof Refusal) return error;
  if (isServerAway(error)) return AWAY;
  if (!(error instanceof HttpException)) return INTERNAL;
  const known = frameworkErrors[error.getStatus()];
  return known ? { status: error.getStatus(), ...known } : INTERNAL;
}

// prettier-ignore
const frameworkErrors: Readonly<Record<number, { code: string; detail: string }>> = {
  400: { code: 'MALFORMED_JSON',         detail: 'The request could not be read' },
  404: { code: 'NOT_FOUND_ROUTE',        detail: 'There is nothing at this path' },
  405: { code: 'METHOD_NOT_ALLOWED',     detail: 'The path does not know this method' },
  408: { code: 'REQUEST_TIMEOUT',        detail: 'The request took too long to arrive' },
  413: { code: 'PAYLOAD_TOO_LARGE',      detail: 'The body is too large' },
  414: { code: 'URI_TOO_LONG',           detail: 'The path is too long' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', detail: 'The body is of a type that is not read here' },
  503: { code: 'UNAVAILABLE',            detail: 'The service is starting or stopping' },
};
