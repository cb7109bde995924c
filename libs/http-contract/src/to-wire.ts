import { z } from 'zod';
import { CallError } from './call-error.js';
import type { CallOptions, ClientOptions } from './call-options.js';
import type { Endpoint } from './endpoint.js';
import { encodeForm } from './form-file.js';
import { NDJSON, writeLines } from './ndjson.js';
import type { WireRequest } from './wire.js';

export type Parts = { params?: unknown; query?: unknown; body?: unknown };

const DEFAULT_TIMEOUT_MS = 30_000;
/** Node's timers count milliseconds in 31 bits: a longer time would end at once. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;
const ISSUES_SHOWN_MAX = 10;

/**
 * The request of a call. Throws CallError `rejected` INVALID_INPUT, which names the invalid fields and repeats none of their
 * values.
 */
export async function toWire(
  e: Endpoint,
  baseUrl: string,
  input: Parts,
  options: CallOptions & ClientOptions,
): Promise<WireRequest> {
  checkSignal(options.signal);
  const params = e.params ? fields('params', e.params, input.params) : {};
  const query = e.query ? fields('query', e.query, input.query ?? {}) : {};
  const path = e.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, text(v)] as [string, string]])),
  ).toString();
  const encoded = e.body && (await encodedBody(e, e.body, input.body, options));
  return {
    endpoint: e,
    method: e.method,
    url: `${baseUrl}${path}${search && `?${search}`}`,
    timeoutMs: timeoutOf(options) ?? e.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    headers: headersOf(e, encoded?.contentType, options),
    ...(encoded && { body: encoded.body }),
    ...(options.signal && { signal: options.signal }),
  };
}

const fields = (part: string, schema: z.ZodObject, value: unknown): Readonly<Record<string, unknown>> =>
  written(part, () => z.encode(schema, value as never));

async function encodedBody(
  e: Endpoint,
  schema: z.ZodType,
  body: unknown,
  { writeJson }: ClientOptions,
): Promise<{ contentType: string; body: string | Uint8Array }> {
  const wire = written('body', () => {
    const json = z.encode(schema, body);
    return writeJson ? writeJson(schema, json) : json;
  });
  if (e.bodyType === 'multipart') return encodeForm(wire as Record<string, unknown>);
  return written('body', () =>
    e.bodyType === 'ndjson'
      ? { contentType: NDJSON, body: writeLines(wire as readonly unknown[]) }
      : { contentType: 'application/json', body: JSON.stringify(wire) },
  );
}

function written<T>(part: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    // Only an error of a schema is kept as the cause: other messages, such as BigInt's, repeat the value.
    if (!(error instanceof z.core.$ZodError)) throw invalid(`${part}: cannot be written as JSON`);
    const shown = error.issues
      .slice(0, ISSUES_SHOWN_MAX)
      .map(({ path, message }) => `${at([part, ...path])}: ${message}`);
    throw invalid(shown.join('; '), { cause: error });
  }
}

const invalid = (detail: string, options: ErrorOptions = {}): CallError =>
  new CallError('rejected', 0, 'INVALID_INPUT', detail, options);

const at = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** One part of the path. An empty part, `.` and `..` would lead to the address of another operation, and a lone surrogate has no encoding. */
function segment(name: string, value: unknown): string {
  const part = text(value);
  if (['', '.', '..'].includes(part) || /\p{Surrogate}/u.test(part))
    throw invalid(`params.${name}: is no part of an address`);
  return encodeURIComponent(part);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

// A signal from a program without types would otherwise fail while the request is being sent.
function checkSignal(signal: unknown): void {
  const { addEventListener } = (signal ?? {}) as { addEventListener?: unknown };
  if (signal && typeof addEventListener !== 'function') throw invalid('options.signal: is no AbortSignal');
}

function timeoutOf({ timeoutMs }: CallOptions): number | undefined {
  if (timeoutMs === undefined) return undefined;
  if (timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MAX) return timeoutMs;
  throw invalid(`options.timeoutMs: is not between 1 and ${TIMEOUT_MS_MAX} milliseconds`);
}

function headersOf(
  e: Endpoint,
  contentType: string | undefined,
  { idempotencyKey, accessToken, headers = {} }: CallOptions,
): Record<string, string> {
  // An empty key would be sent as no key: the call would not be protected against a repetition.
  if (idempotencyKey === '') throw invalid('options.idempotencyKey: is empty');
  return {
    accept: [...(e.answerTypes ?? []), ...(e.answersLines ? [NDJSON] : []), 'application/json'].join(', '),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(idempotencyKey !== undefined && sendable({ 'idempotency-key': idempotencyKey }, 'options.idempotencyKey')),
    ...(e.security === 'bearer' &&
      accessToken &&
      sendable({ authorization: `Bearer ${accessToken}` }, 'options.accessToken')),
    ...sendable(headers, 'options.headers'),
  };
}

/** Headers whose names are lower-case already. Throws INVALID_INPUT for a name or a value that HTTP cannot carry. */
function sendable(headers: Readonly<Record<string, string>>, where: string): Record<string, string> {
  const entries = Object.entries<unknown>(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!HEADER_NAME.test(name)) throw invalid(`${where}: a name is not a header's`);
      if (typeof value !== 'string' || !HEADER_VALUE.test(value))
        throw invalid(`${where}: the value of ${name} cannot be sent in a header`);
      return [name, value];
    }),
  );
}
// RFC 9110 sections 5.1 and 5.5.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
