import type { Send, WireReply, WireRequest } from '@jeongsan/http-contract';

export type RepeatOptions = Readonly<{
  /** How often a POST that carries an idempotency key is tried again; reads always are, twice. */
  retries: number;
  /** Between 0 and 1; a parameter so that a rehearsal can be repeated. */
  random: () => number;
  /** The pause after the first failure; the next one is twice as long. */
  baseMs: number;
}>;

const READ_TRIES_MAX = 3;
const PAUSE_MS_MAX = 10_000;

/**
 * Tries again what brought no answer: a read, and a POST whose idempotency key makes the repetition harmless, if that was asked for;
 * not before the provider's Retry-After. No other write: to repeat it is a decision of whoever knows what it was for.
 */
export function repeated(send: Send, options: RepeatOptions): Send {
  return (request) => {
    const triesMax = request.method === 'GET' ? READ_TRIES_MAX : isHarmless(request) ? 1 + options.retries : 1;
    return triesMax > 1 ? tried(send, request, triesMax, options) : send(request);
  };
}

const isHarmless = ({ method, headers }: WireRequest): boolean =>
  method === 'POST' && headers['idempotency-key'] !== undefined;

async function tried(
  send: Send,
  request: WireRequest,
  triesMax: number,
  { random, baseMs }: RepeatOptions,
): Promise<WireReply> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === triesMax;
    let askedMs = 0;
    try {
      const reply = await send(request);
      askedMs = retryAfterMs(reply);
      // Who is asked to stay away for longer than a caller waits is told so at once.
      if (isLast || !mayBeBetterLater(reply) || askedMs > PAUSE_MS_MAX) return reply;
    } catch (error) {
      if (isLast) throw error;
    }
    await pause(Math.max(askedMs, Math.min((0.5 + random() / 2) * baseMs * 2 ** (attempt - 1), PAUSE_MS_MAX)));
  }
}

/** How long the provider asks to be left alone; nothing when it does not say, or names a date (RFC 9110 section 10.2.3). */
function retryAfterMs({ headers }: WireReply): number {
  const seconds = headers['retry-after'] ?? '';
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
}

// Not PROVIDER_ERROR: it is temporary, too, but as the first answer to its key it would be given again.
const mayBeBetterLater = ({ status, body }: WireReply): boolean =>
  status >= 500 || status === 429 || (status === 409 && body.includes('IDEMPOTENT_REQUEST_PROCESSING'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
