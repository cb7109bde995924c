import { abortedCall, timedOut, tooLarge } from './call-error.js';
import { replyWith, type Send, type WireReply, type WireRequest } from './wire.js';

/** The part of `fetch` that a Send uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type FetchSendOptions = { fetch: Fetch; maxReplyBytes: number };

/**
 * A Send over `fetch`, for browsers and every server with one. Redirects are not followed, and no cookies are sent. The size of
 * the reply and the time of the whole exchange are limited, since a reply is untrusted input. Only a signal that is aborted
 * before the call is `rejected`: `fetch` does not say when the first byte leaves.
 */
export function fetchSend({ fetch, maxReplyBytes }: FetchSendOptions): Send {
  return async (request) => {
    const { signal, timeoutMs } = request;
    if (signal?.aborted) throw abortedCall('rejected');
    const ending = new AbortController();
    const deadline = setTimeout(() => ending.abort(timedOut(timeoutMs)), timeoutMs);
    const abort = () => ending.abort(abortedCall('unknown'));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([exchange(fetch, request, ending.signal, maxReplyBytes), endOf(ending.signal)]);
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : networkError(error);
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
    }
  };
}

async function exchange(
  fetch: Fetch,
  request: WireRequest,
  signal: AbortSignal,
  maxReplyBytes: number,
): Promise<WireReply> {
  const { url, method, headers, body } = request;
  const reply = await fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    credentials: 'omit',
    ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> }),
  });
  const head = { status: reply.status, headers: Object.fromEntries(reply.headers.entries()) };
  return replyWith(request, head, await limitedBytes(reply, maxReplyBytes));
}

/** Rejects when the signal is aborted: a `fetch` of the caller's own may ignore its signal. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

/** The bytes of the body. Throws, and ends the exchange, as soon as there are more than the limit. */
async function limitedBytes({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value } = (await reader.read()) as { value?: Uint8Array };
    if (!value) return concatenated(chunks, size);
    size += value.length;
    if (size > maxBytes) {
      // The result of the cancel changes nothing for the caller.
      reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(value);
  }
}

function concatenated(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Node's `fetch` throws a TypeError whose cause has the code, such as ECONNREFUSED. */
const networkError = (error: unknown): unknown =>
  error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
