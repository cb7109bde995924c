import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { encodeOutput, type Endpoint, EVENT_STREAM } from '@jeongsan/http-contract';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Less than the usual times after which a proxy closes a silent connection. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT = ':\n\n';
/** The time after which a client that lost its connection connects again. */
const RETRY = 'retry: 2000\n\n';

type End = () => void;
/** For each server, the functions that end its open streams. */
const open = new WeakMap<object, Set<End>>();

/** Ends all event streams when the server begins to stop: it would otherwise wait for their last states. */
export function endStreamsAtStop(app: FastifyInstance): void {
  const streams = new Set<End>();
  open.set(app.server, streams);
  app.addHook('preClose', (done) => {
    for (const end of streams) end();
    done();
  });
}

/**
 * Server-sent events: the state now and after each change. The id of an event is a hash of its data, so a client that connects
 * again with Last-Event-ID gets the state only if it is another one. Resolves with the first state: until then a failure still
 * has a status of its own; afterwards the stream breaks off.
 */
export async function eventsReply(
  e: Endpoint,
  states: AsyncIterable<unknown>,
  { raw, request: { headers }, server: { server } }: FastifyReply,
): Promise<StreamableFile> {
  const source = states[Symbol.asyncIterator]();
  const first = await source.next();
  const streams = open.get(server);
  const end = () => void source.return?.();
  streams?.add(end);
  // A source that waits for the next change would else wait on for a client that left. The readable says so only afterwards.
  raw.once('close', () => {
    streams?.delete(end);
    end();
  });
  return new StreamableFile(Readable.from(texts(e, first, source, headers['last-event-id'])), { type: EVENT_STREAM });
}

async function* texts(
  e: Endpoint,
  first: IteratorResult<unknown>,
  source: AsyncIterator<unknown>,
  lastId: string | string[] | undefined,
): AsyncGenerator<string> {
  yield RETRY;
  let sent = lastId;
  let next = Promise.resolve(first);
  for (;;) {
    const result = await within(next, HEARTBEAT_MS);
    if (result?.done === true) return;
    if (!result) {
      yield HEARTBEAT;
      continue;
    }
    const data = JSON.stringify(encodeOutput(e, result.value as never));
    const id = createHash('sha256').update(data).digest('base64url').slice(0, 16);
    if (id !== sent) yield `id: ${id}\ndata: ${data}\n\n`;
    sent = id;
    next = source.next();
    // While a client reads slowly nobody waits for this promise.
    next.catch(() => undefined);
  }
}

/** The result of a promise; undefined: it takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
