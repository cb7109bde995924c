import { parseSecurityKey, type SecurityKey } from '@jeongsan/jwe';
import type { WebhookFaultKind } from '@jeongsan/sandbox-control';
import { randomBytes } from 'node:crypto';
import type { LoggedAttempt, Next } from './write-results.js';

type Effect = Readonly<{
  /** Nothing is sent; the webhook gets this state instead. */
  instead?: (at: Date, delayMs: number | undefined) => Next & { attempt?: LoggedAttempt };
  isTwice?: boolean;
  /** The webhook is sent after the next one. */
  isHeld?: boolean;
  isForged?: boolean;
}>;

export const givenUp: Next = { state: 'given-up', nextAttemptAt: null };

/** A log entry for an attempt that was not made. */
export const unsent = (at: Date, problem: string): LoggedAttempt => ({
  url: null,
  at,
  durationMs: 0,
  status: null,
  problem,
  excerpt: '',
});

const DELAY_DEFAULT_MS = 60_000;

/** The effect of each fault on a webhook. */
export const webhookFaults: Readonly<Record<WebhookFaultKind, Effect>> = {
  // The webhook is lost: a receiver must find the change by reading. A person can send the webhook again.
  drop: { instead: (at) => ({ ...givenUp, attempt: unsent(at, 'Dropped by a fault') }) },
  // The delay is counted on the sandbox's clock.
  delay: {
    instead: (at, delayMs = DELAY_DEFAULT_MS) => ({
      state: 'pending',
      nextAttemptAt: new Date(at.getTime() + delayMs),
    }),
  },
  duplicate: { isTwice: true },
  reorder: { isHeld: true },
  // Only signed webhooks can be forged: for unsigned ones a receiver must read the payment anyway.
  forge: { isForged: true },
};

/** A random key that no receiver knows. */
export const strangersKey = (): SecurityKey => parseSecurityKey(randomBytes(32).toString('hex'));
