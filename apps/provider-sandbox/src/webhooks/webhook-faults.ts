import { parseSecurityKey, type SecurityKey } from '@jeongsan/jwe';
import type { WebhookFaultKind } from '@jeongsan/sandbox-control';
import { randomBytes } from 'node:crypto';
import type { LoggedAttempt, Next } from './write-results.js';

type Effect = Readonly<{
  /** Nothing is sent; this becomes of the webhook. */
  instead?: (at: Date, delayMs: number | undefined) => Next & { attempt?: LoggedAttempt };
  isTwice?: boolean;
  /** Sent after the webhook that follows it. */
  isHeld?: boolean;
  isForged?: boolean;
}>;

export const givenUp: Next = { state: 'given-up', nextAttemptAt: null };

/** An attempt that did not happen, for the log. */
export const unsent = (at: Date, problem: string): LoggedAttempt => ({
  url: null,
  at,
  durationMs: 0,
  status: null,
  problem,
  excerpt: '',
});

const DELAY_DEFAULT_MS = 60_000;

/** What a fault does to a webhook. */
export const webhookFaults: Readonly<Record<WebhookFaultKind, Effect>> = {
  // Lost for good: whoever relies on it must look by itself. It can be sent again by hand.
  drop: { instead: (at) => ({ ...givenUp, attempt: unsent(at, 'Dropped by a fault') }) },
  // By the sandbox's clock.
  delay: {
    instead: (at, delayMs = DELAY_DEFAULT_MS) => ({
      state: 'pending',
      nextAttemptAt: new Date(at.getTime() + delayMs),
    }),
  },
  duplicate: { isTwice: true },
  reorder: { isHeld: true },
  // What is never signed cannot be forged so: a receiver must look at the payment itself anyway.
  forge: { isForged: true },
};

/** A key that nobody knows. */
export const strangersKey = (): SecurityKey => parseSecurityKey(randomBytes(32).toString('hex'));
