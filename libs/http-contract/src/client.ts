import { z } from 'zod';
import { abortedCall, CallError, contractDrift } from './call-error.js';
import type { CallOptions, ClientOptions, ReplyHead } from './call-options.js';
import { compiled } from './compiled.js';
import type { Endpoint, Input, Output } from './endpoint.js';
import { fileOf } from './file-answer.js';
import { readLines } from './ndjson.js';
import { type Parts, toWire } from './to-wire.js';
import { replyBytes, type Send, type WireReply, type WireRequest } from './wire.js';

export type Contract = Readonly<Record<string, Endpoint>>;
/** Endpoints that answer with one reply. A stream of events is read by the client of our own API (`libs/client`). */
export type Client<C extends Contract> = {
  [K in keyof C as C[K] extends { answersEvents: true } ? never : K]: (
    input: Input<C[K]>,
    options?: CallOptions,
  ) => Promise<Output<C[K]>>;
};

const replies = new WeakMap<object, WireReply>();

/**
 * The reply from which an answer, or a CallError, was read; undefined: its call did not ask with `keepsReply`, or no reply
 * arrived. A server that passes answers on sends these bytes.
 */
export const replyOf = (answer: object): WireReply | undefined => replies.get(answer);

const traceIds = new WeakMap<object, string>();

/**
 * The server's id of the exchange that returned this answer; undefined: its reply named none. For operations that answer
 * without an object, use the call option `onReply`.
 */
export const traceIdOf = (answer: object): string | undefined => traceIds.get(answer);

/** A client with one typed function per endpoint of the contract. */
export function createClient<C extends Contract>(
  contract: C,
  baseUrl: string,
  send: Send,
  shared: ClientOptions = {},
): Client<C> {
  const headers = lowerCase(shared);
  const entries = Object.entries(contract).map(([name, e]) => [
    name,
    (input?: Parts, options?: CallOptions) =>
      call(e, baseUrl, send, input ?? {}, {
        ...shared,
        ...options,
        headers: { ...headers, ...lowerCase(options ?? {}) },
      }),
  ]);
  return Object.fromEntries(entries) as Client<C>;
}

async function call(
  e: Endpoint,
  baseUrl: string,
  send: Send,
  input: Parts,
  options: CallOptions & ClientOptions,
): Promise<unknown> {
  const request = await toWire(e, baseUrl, input, options);
  if (options.signal?.aborted) throw abortedCall('rejected');
  const reply = await exchanged(send, request);
  const isSuccess = reply.status === e.success.status;
  const json =
    isSuccess && e.answersBytes ? replyBytes(reply) : parseJson(reply.body, isSuccess && e.answersLines === true);
  const traceId = options.traceIdOf?.(reply, json);
  reportReply(options, { status: reply.status, headers: reply.headers, traceId });
  const keep = <T>(read: T): T => {
    if (typeof read !== 'object' || read === null) return read;
    if (options.keepsReply) replies.set(read, reply);
    if (traceId !== undefined) traceIds.set(read, traceId);
    return read;
  };
  if (isSuccess) {
    const { body } = e.success;
    const file = e.answerTypes && fileOf(e, reply);
    if (file) return keep(file);
    options.onJson?.(e, json);
    try {
      return keep(compiled(body).parse(options.readJson ? options.readJson(body, json) : json));
    } catch (cause) {
      const shown = cause instanceof z.core.$ZodError && { cause };
      throw keep(contractDrift(reply.status, { ...shown, traceId }));
    }
  }
  throw keep(failureOf(e, reply.status, json, { traceId, temporary: options.temporary }));
}

/** The failure that a reply states. `json` is its body. */
export function failureOf(
  e: Endpoint,
  status: number,
  json: unknown,
  { traceId, temporary }: Readonly<{ traceId?: string | undefined; temporary?: readonly string[] | undefined }> = {},
): CallError {
  const { code, detail } = readError(json);
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  const rejected = isRefusal && e.errors.includes(code) && !temporary?.includes(code);
  return new CallError(rejected ? 'rejected' : 'unknown', status, code, detail, { traceId });
}

async function exchanged(send: Send, request: WireRequest): Promise<WireReply> {
  try {
    return await send(request);
  } catch (cause) {
    throw cause instanceof CallError ? cause : noReply(cause);
  }
}

/** The failure of an exchange that ended without a reply, by the error of the network. */
export const noReply = (cause: unknown): CallError =>
  new CallError('unknown', 0, 'NO_REPLY', `No reply arrived${reasonOf(cause)}`, { cause });

/** The code of an error of the network, such as ECONNREFUSED. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';

const lowerCase = ({ headers = {} }: Pick<CallOptions, 'headers'>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A caller's fault in a hook must not turn an answer into a failure: the server has acted. */
export function reportReply({ onReply }: CallOptions, head: ReplyHead): void {
  try {
    onReply?.(head);
  } catch {
    // Dropped, as the option says.
  }
}

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
