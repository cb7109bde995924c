import type { Send, WireReply, WireRequest } from '@jeongsan/http-contract';

export type RetryOptions = Readonly<{
  /** Between 0 and 1; a parameter so that a rehearsal can be repeated. */
  random: () => number;
  /** The pause after the first failure; the next one is twice as long. */
  baseMs: number;
}>;

const TRIES_MAX = 3;

/** Repeats reads that brought no answer. Nothing else: a repeated write is a decision of whoever holds its idempotency key. */
export function retriedReads(send: Send, options: RetryOptions): Send {
  return (request) => (request.method === 'GET' ? read(send, request, options) : send(request));
}

async function read(send: Send, request: WireRequest, { random, baseMs }: RetryOptions): Promise<WireReply> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === TRIES_MAX;
    try {
      const reply = await send(request);
      if (isLast || !mayBeBetterLater(reply)) return reply;
    } catch (error) {
      if (isLast) throw error;
    }
    await pause((0.5 + random() / 2) * baseMs * 2 ** (attempt - 1));
  }
}

const mayBeBetterLater = ({ status, body }: WireReply): boolean =>
  status >= 500 || status === 429 || (status === 409 && body.includes('IDEMPOTENT_REQUEST_PROCESSING'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
