import { setTimeout as pause } from 'node:timers/promises';
import { abortedCall, CallError, type Send, type WireReply, type WireRequest } from '@jeongsan/http-contract';

export type RepeatOptions = Readonly<{
  /** How often a POST with an Idempotency-Key is retried. Reads are always retried twice. */
  retries: number;
  /** Returns a number from 0 to 1; a parameter so that tests are repeatable. */
  random: () => number;
  /** Milliseconds of pause after the first failure; each further pause is twice as long. */
  baseMs: number;
}>;

const READ_TRIES_MAX = 3;
const PAUSE_MS_MAX = 10_000;

/**
 * Wraps a Send: retries calls without an answer, not before the provider's Retry-After. Retries reads, and a POST with an
 * Idempotency-Key when configured. An aborted signal ends the pauses. Other writes are never retried here: only their callers know whether a repetition is safe.
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
      // A Retry-After longer than PAUSE_MS_MAX is not waited for: the answer is returned at once.
      if (isLast || !mayBeBetterLater(reply) || askedMs > PAUSE_MS_MAX) return reply;
    } catch (error) {
      // An aborted later try leaves the earlier tries open, which were sent.
      if (isAborted(error) && attempt > 1) throw abortedCall('unknown');
      if (isLast || isAborted(error) || isRejected(error)) throw error;
    }
    const ms = Math.max(askedMs, Math.min((0.5 + random() / 2) * baseMs * 2 ** (attempt - 1), PAUSE_MS_MAX));
    await pause(ms, undefined, request.signal && { signal: request.signal }).catch(() => {
      throw abortedCall('unknown');
    });
  }
}

/** Milliseconds of the Retry-After header; 0 when it is absent or a date (RFC 9110 section 10.2.3). */
function retryAfterMs({ headers }: WireReply): number {
  const seconds = headers['retry-after'] ?? '';
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : 0;
}

// PROVIDER_ERROR is temporary but not retried: the provider stores the first answer under its Idempotency-Key and would repeat
// it.
const mayBeBetterLater = ({ status, body }: WireReply): boolean =>
  status >= 500 || status === 429 || (status === 409 && body.includes('IDEMPOTENT_REQUEST_PROCESSING'));

const isRejected = (error: unknown): boolean => error instanceof CallError && error.outcome === 'rejected';
const isAborted = (error: unknown): boolean => error instanceof CallError && error.code === 'ABORTED';
