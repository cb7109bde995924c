import { setTimeout as sleep } from 'node:timers/promises';
import type { Send, WireReply, WireRequest } from '@jeongsan/http-contract';

const PAUSE_MS = 100;
const BUSY = new Set([502, 503, 504]);

export type Patience = Readonly<{
  /** How long one request is repeated before its last answer, or its last failure, counts. */
  forMs: number;
  onRetry?: (request: WireRequest, why: string) => void;
}>;

/**
 * Repeats a request, byte for byte, while nobody answers or the answer is "not now": a service that was killed comes back.
 * Only for requests that may be sent twice, which all of ours may.
 */
export function patientSend(send: Send, { forMs, onRetry = () => undefined }: Patience): Send {
  return async (request) => {
    const deadline = Date.now() + forMs;
    for (;;) {
      const outcome = await send(request).catch((error: unknown) => error as Error);
      const why = reasonToWait(outcome);
      if (why === undefined) return outcome as WireReply;
      if (Date.now() + PAUSE_MS >= deadline) {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
      onRetry(request, why);
      await sleep(PAUSE_MS);
    }
  };
}

function reasonToWait(outcome: WireReply | Error): string | undefined {
  if (outcome instanceof Error) return outcome.message;
  if (BUSY.has(outcome.status)) return `HTTP ${outcome.status}`;
  // The first try of this very request is not over: it may have died with its process, and is freed after a minute.
  const isRunning = outcome.status === 409 && outcome.body.includes('IDEMPOTENT_REQUEST_PROCESSING');
  return isRunning ? 'still being processed' : undefined;
}
