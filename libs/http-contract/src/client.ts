import { z } from 'zod';
import type { Endpoint, Input, Output } from './endpoint.js';
import { encodeForm } from './form-file.js';
import { NDJSON, readLines, writeLines } from './ndjson.js';

/** Sends bytes and returns bytes. Encryption, authentication, retries and logging are wrappers of a Send. */
export type WireRequest = {
  endpoint: Endpoint;
  method: Endpoint['method'];
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The body: text, or bytes for a multipart form. */
  body?: string | Uint8Array;
  timeoutMs: number;
};
export type WireReply = { status: number; headers: Readonly<Record<string, string>>; body: string };
export type Send = (request: WireRequest) => Promise<WireReply>;

export type CallOptions = {
  idempotencyKey?: string;
  /** The customer whose token authorises the call. Used by endpoints with bearer security only. */
  accessToken?: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  /** `replyOf` then returns the bytes behind the answer, or behind the CallError. */
  keepsReply?: boolean;
};
export type Contract = Readonly<Record<string, Endpoint>>;
export type Client<C extends Contract> = {
  [K in keyof C]: (input: Input<C[K]>, options?: CallOptions) => Promise<Output<C[K]>>;
};

export type ClientOptions = Readonly<{
  /**
   * Error codes that leave the outcome unknown although their HTTP status is 4xx: the server is busy, or does not know the
   * outcome itself.
   */
  temporary?: readonly string[];
  /** Changes the JSON of an answer before its schema reads the JSON. */
  readJson?: (schema: z.ZodType, json: unknown) => unknown;
  /** Changes the JSON of a request that its schema has written. */
  writeJson?: (schema: z.ZodType, json: unknown) => unknown;
}>;

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Thrown by a call that did not succeed.
 * `rejected`: the server refused, with a code that the contract lists: nothing happened. `unknown`: the server may have acted
 * (time-out, 5xx, 429, unlisted or temporary code, unreadable reply): find out before deciding.
 */
export class CallError extends Error {
  override name = 'CallError';
  constructor(
    readonly outcome: 'rejected' | 'unknown',
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${outcome}: ${code} (HTTP ${status})`, options);
  }
}

const replies = new WeakMap<object, WireReply>();

/**
 * The reply from which an answer, or a CallError, was read; undefined: its call did not ask with `keepsReply`, or no reply
 * arrived. A server that passes answers on sends these bytes.
 */
export const replyOf = (answer: object): WireReply | undefined => replies.get(answer);

/** A client with one typed function per endpoint of the contract. */
export function createClient<C extends Contract>(
  contract: C,
  baseUrl: string,
  send: Send,
  shared: ClientOptions = {},
): Client<C> {
  const entries = Object.entries(contract).map(([name, e]) => [
    name,
    (input: Parts, options: CallOptions = {}) => call(e, baseUrl, send, input, { ...shared, ...options }),
  ]);
  return Object.fromEntries(entries) as Client<C>;
}

type Parts = { params?: unknown; query?: unknown; body?: unknown };

async function call(
  e: Endpoint,
  baseUrl: string,
  send: Send,
  input: Parts,
  options: CallOptions & ClientOptions,
): Promise<unknown> {
  const reply = await send(await toWire(e, baseUrl, input, options)).catch((cause: unknown) => {
    if (cause instanceof CallError) throw cause;
    throw new CallError('unknown', 0, 'NO_REPLY', 'No reply arrived', { cause });
  });
  const keep = <T>(read: T): T => {
    if (options.keepsReply && typeof read === 'object' && read !== null) replies.set(read, reply);
    return read;
  };
  const isSuccess = reply.status === e.success.status;
  const json = parseJson(reply.body, isSuccess && e.answersLines === true);
  if (isSuccess) {
    const { body } = e.success;
    const answer = body.safeParse(options.readJson ? options.readJson(body, json) : json);
    if (answer.success) return keep(answer.data);
    throw new CallError('unknown', reply.status, 'CONTRACT_DRIFT', 'The reply does not fit the contract', {
      cause: answer.error,
    });
  }
  const { code, detail } = readError(json);
  const isRefusal = reply.status >= 400 && reply.status < 500 && reply.status !== 429;
  const rejected = isRefusal && e.errors.includes(code) && !options.temporary?.includes(code);
  throw keep(new CallError(rejected ? 'rejected' : 'unknown', reply.status, code, detail));
}

async function toWire(
  e: Endpoint,
  baseUrl: string,
  input: Parts,
  options: CallOptions & ClientOptions,
): Promise<WireRequest> {
  const params: Record<string, unknown> = e.params ? z.encode(e.params, input.params as never) : {};
  const query: Record<string, unknown> = e.query ? z.encode(e.query, (input.query ?? {}) as never) : {};
  const path = e.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, text(v)] as [string, string]])),
  ).toString();
  const encoded = e.body && (await encodeBody(e, bodyJson(e.body, input.body, options)));
  return {
    endpoint: e,
    method: e.method,
    url: `${baseUrl}${path}${search && `?${search}`}`,
    timeoutMs: options.timeoutMs ?? e.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    headers: {
      accept: e.answersLines ? `${NDJSON}, application/json` : 'application/json',
      ...(encoded && { 'content-type': encoded.contentType }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      ...(e.security === 'bearer' && options.accessToken && { authorization: `Bearer ${options.accessToken}` }),
      ...options.headers,
    },
    ...(encoded && { body: encoded.body }),
  };
}

function bodyJson(schema: z.ZodType, body: unknown, { writeJson }: ClientOptions): unknown {
  const json = z.encode(schema, body);
  return writeJson ? writeJson(schema, json) : json;
}

async function encodeBody(e: Endpoint, wire: unknown): Promise<{ contentType: string; body: string | Uint8Array }> {
  if (e.bodyType === 'multipart') return encodeForm(wire as Record<string, unknown>);
  if (e.bodyType === 'ndjson') return { contentType: NDJSON, body: writeLines(wire as readonly unknown[]) };
  return { contentType: 'application/json', body: JSON.stringify(wire) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Error bodies have one of three forms: `{code, message}`, `{error: {code, message}}`, or problem+json with a `code`. */
const Flat = z.object({ code: z.string(), message: z.string().optional(), detail: z.string().optional() });
const Wrapped = z.object({ error: Flat });
function readError(json: unknown): { code: string; detail: string } {
  const found = Flat.safeParse(json).data ?? Wrapped.safeParse(json).data?.error;
  return { code: found?.code ?? 'NO_CODE', detail: found?.detail ?? found?.message ?? '' };
}

/** A list of lines, or one JSON text. An empty text is read as undefined, the value of NoBody; text that is not JSON is read as null, which no schema accepts. */
function parseJson(text: string, areLines: boolean): unknown {
  if (text === '') return areLines ? [] : undefined;
  try {
    return areLines ? readLines(text) : JSON.parse(text);
  } catch {
    return null;
  }
}
