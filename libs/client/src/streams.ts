import {
  abortedCall,
  CallError,
  compiled,
  type Endpoint,
  EVENT_STREAM,
  failureOf,
  type Fetch,
  noReply,
  reportReply,
  timedOut,
  toWire,
  tooLarge,
  type WireReply,
} from '@jeongsan/http-contract';
import { createParser } from 'eventsource-parser';
import { authorizationBy, type Credential } from './authorized.js';
import type { CallOptions } from './operations.js';

type Bytes = Uint8Array<ArrayBuffer>;
/** The parts of a success as they arrive. */
type Parts = AsyncGenerator<Bytes, void, undefined>;
type Asked = Readonly<{ input?: object | undefined; options?: CallOptions | undefined }>;

/** Sends a request and resolves with the body of its success. Throws CallError, also while the parts are read. */
export type Open = (
  e: Endpoint,
  address: string,
  asked: Asked,
  headers: Readonly<Record<string, string>>,
) => Promise<Parts>;

type Opening = Readonly<{
  fetch: Fetch;
  credential: Credential;
  traceIdOf: (reply: Pick<WireReply, 'headers'>) => string | undefined;
}>;

/** The door keeps a silent stream alive by a line every 10 seconds. */
const SILENCE_MS_MAX = 60_000;
const EVENT_CHARACTERS_MAX = 1024 * 1024;
const FAILURES_MAX = 10;
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 15_000;

/** An Open over `fetch`. The head of a reply, and each part of its body, may take their time, but not the whole. */
export function opener({ fetch, credential, traceIdOf }: Opening): Open {
  return async (e, address, { input = {}, options = {} }, headers) => {
    const request = await toWire(e, address, input, { ...options, headers });
    const authorization = await authorizationBy(credential);
    const { signal } = options;
    if (signal?.aborted) throw abortedCall('rejected');
    const ending = new AbortController();
    const abort = () => ending.abort(abortedCall('unknown'));
    signal?.addEventListener('abort', abort, { once: true });
    const close = () => {
      signal?.removeEventListener('abort', abort);
      ending.abort();
    };
    const within = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
      const timer = setTimeout(() => ending.abort(timedOut(ms)), ms);
      try {
        return await act();
      } catch (error) {
        const cause: unknown = ending.signal.aborted ? ending.signal.reason : error;
        throw cause instanceof CallError ? cause : noReply(cause);
      } finally {
        clearTimeout(timer);
      }
    };
    try {
      const reply = await within(request.timeoutMs, () =>
        fetch(request.url, {
          method: request.method,
          headers: { ...request.headers, authorization },
          signal: ending.signal,
          redirect: 'manual',
          credentials: 'omit',
        }),
      );
      const head = { status: reply.status, headers: Object.fromEntries(reply.headers.entries()) };
      const traceId = traceIdOf(head);
      reportReply(options, { ...head, traceId });
      if (reply.status !== e.success.status)
        throw failureOf(e, reply.status, jsonOf(await within(request.timeoutMs, () => reply.text())), { traceId });
      return partsOf(reply, within, close);
    } catch (error) {
      close();
      throw error;
    }
  };
}

async function* partsOf(
  { body }: Response,
  within: <T>(ms: number, act: () => Promise<T>) => Promise<T>,
  close: () => void,
): Parts {
  const reader = body?.getReader();
  try {
    while (reader) {
      const { value } = (await within(SILENCE_MS_MAX, () => reader.read())) as { value?: Bytes };
      if (!value) return;
      yield value;
    }
  } finally {
    close();
  }
}

/** A list as CSV. A transfer that breaks off throws: what arrived is a part of the list. */
export async function* csvOf(e: Endpoint, open: Open, address: string, asked: Asked): Parts {
  yield* await open(e, address, asked, { accept: 'text/csv' });
}

type State = Readonly<{ finished?: unknown }>;

/**
 * The states of a stream of events until the one that is finished. A connection that is lost is made again, from the last state
 * on; one that cannot be made at the beginning, or FAILURES_MAX times in a row, throws its CallError.
 */
export async function* watched(
  e: Endpoint,
  open: Open,
  address: string,
  asked: Asked,
): AsyncGenerator<never, void, undefined> {
  let last: string | undefined;
  let isFirst = true;
  for (let failures = 0; ; failures += 1) {
    try {
      const headers = { accept: EVENT_STREAM, ...(last !== undefined && { 'last-event-id': last }) };
      const parts = await open(e, address, asked, headers);
      isFirst = false;
      for await (const { id, data } of eventsIn(parts)) {
        last = id ?? last;
        failures = 0;
        const state = stateOf(e, data);
        yield state as never;
        if (state.finished === true) return;
      }
    } catch (error) {
      if (isFirst || !isPassing(error) || failures >= FAILURES_MAX) throw error;
    }
    await pause(Math.min(PAUSE_MS * 2 ** failures, PAUSE_MS_MAX), asked.options?.signal);
  }
}

/** Whether the same request can succeed later: the network failed, the service is away, or too many listen. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && error.outcome === 'unknown' && !['ABORTED', 'CONTRACT_DRIFT'].includes(error.code);

function stateOf(e: Endpoint, data: string): State {
  const read = compiled(e.success.body).safeParse(jsonOf(data));
  if (read.success) return read.data as State;
  throw new CallError('unknown', e.success.status, 'CONTRACT_DRIFT', 'An event does not fit the contract');
}

type Event = Readonly<{ id?: string | undefined; data: string }>;

async function* eventsIn(parts: Parts): AsyncGenerator<Event, void, undefined> {
  const found: Event[] = [];
  const parser = createParser({ onEvent: (event) => found.push(event) });
  const decoder = new TextDecoder();
  let characters = 0;
  for await (const part of parts) {
    const text = decoder.decode(part, { stream: true });
    characters += text.length;
    parser.feed(text);
    if (found.length > 0) characters = 0;
    if (characters > EVENT_CHARACTERS_MAX) throw noReply(tooLarge());
    yield* found.splice(0);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(abortedCall('unknown'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
