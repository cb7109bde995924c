import { setTimeout as sleep } from 'node:timers/promises';
import type { Send, WireReply, WireRequest } from '@jeongsan/http-contract';

const PAUSE_MS = 100;
const BUSY = new Set([502, 503, 504]);
/** The provider's error code while its database is away. */
const PROVIDER_BUSY = new Set([500, ...BUSY]);

export type Patience = Readonly<{
  /** How long a request is repeated before its last answer or failure is final. */
  forMs: number;
  /** Whether the server is the provider. */
  isProvider?: boolean;
  onRetry?: (request: WireRequest, why: string) => void;
}>;

/**
 * Wraps a Send: repeats a request, byte for byte, while there is no answer or the answer is "not now", since a killed service
 * comes back. Only for requests that are safe to repeat, as all of ours are.
 */
export function patientSend(send: Send, { forMs, isProvider = false, onRetry = () => undefined }: Patience): Send {
  return async (request) => {
    const deadline = Date.now() + forMs;
    for (;;) {
      const outcome = await send(request).then(
        (reply): Outcome => ({ reply }),
        (error: unknown): Outcome => ({ error }),
      );
      const why = reasonToWait(outcome, isProvider ? PROVIDER_BUSY : BUSY);
      const isOver = why === undefined || Date.now() + PAUSE_MS >= deadline;
      if (isOver && 'error' in outcome) throw outcome.error;
      if (isOver && 'reply' in outcome) return outcome.reply;
      onRetry(request, why ?? '');
      await sleep(PAUSE_MS);
    }
  };
}

type Outcome = Readonly<{ reply: WireReply }> | Readonly<{ error: unknown }>;

function reasonToWait(outcome: Outcome, busy: ReadonlySet<number>): string | undefined {
  if ('error' in outcome) return (outcome.error as Error).message;
  const { status, body } = outcome.reply;
  if (busy.has(status)) return `HTTP ${status}`;
  // The first attempt of this request has not finished: it may have died with its process, and is freed after a minute.
  const isRunning = status === 409 && body.includes('IDEMPOTENT_REQUEST_PROCESSING');
  return isRunning ? 'still being processed' : undefined;
}
