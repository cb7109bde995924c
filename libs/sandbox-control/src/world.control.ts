import { endpoint, Instant, IntText } from '@jeongsan/http-contract';
import { z } from 'zod';
import { control, Done } from './control-endpoint.js';

export const CLOCK_SPEED_MAX = 100_000;

export const Clock = z.object({
  now: Instant,
  /** running: time goes on from `now`, `speed` times as fast as real time. frozen: time stands still. */
  mode: z.enum(['running', 'frozen']),
  speed: z.number().positive().max(CLOCK_SPEED_MAX),
});

export const SEEDED_PAYMENTS_MAX = 1_000_000;
/** Creates a world that is identical for the same seed and clock. */
export const Seed = z.object({
  seed: z.int(),
  payments: z.int().min(0).max(SEEDED_PAYMENTS_MAX),
  sellers: z.int().min(0).max(10_000),
  /** The number of days, up to yesterday, over which the payments are spread. */
  days: z.int().min(1).max(366),
});
export const Seeded = z.object({ payments: z.int(), sellers: z.int(), payouts: z.int() });

/** One request of the provider's API, recorded without body, headers and query. */
export const LoggedRequest = z.object({
  at: Instant,
  method: z.string(),
  path: z.string(),
  /** Status of the answer; null: the connection was dropped. */
  status: z.int().nullable(),
  durationMs: z.int(),
  /** Whether the request had an Idempotency-Key, and whether its answer repeated the first answer. */
  idempotency: z.enum(['none', 'first', 'repeated']),
  traceId: z.string(),
});

export const worldControl = {
  readClock: endpoint({
    ...control,
    method: 'GET',
    path: '/control/clock',
    summary: 'What time it is in the sandbox.',
    success: { status: 200, body: Clock },
  }),
  setClock: endpoint({
    ...control,
    method: 'PUT',
    path: '/control/clock',
    summary: 'Move the clock; what falls due on the way happens before the answer.',
    body: Clock.partial(),
    success: { status: 200, body: Clock },
  }),
  seed: endpoint({
    ...control,
    method: 'POST',
    path: '/control/seed',
    summary: 'Fill the world with payments, sellers and payouts in every state.',
    timeoutMs: 600_000,
    body: Seed,
    success: { status: 201, body: Seeded },
  }),
  listRequests: endpoint({
    ...control,
    method: 'GET',
    path: '/control/requests',
    summary: "The last requests of the provider's API, newest first.",
    query: z.object({ limit: IntText.optional() }),
    success: { status: 200, body: z.object({ items: z.array(LoggedRequest) }) },
  }),
  reset: endpoint({
    ...control,
    method: 'POST',
    path: '/control/reset',
    summary: 'Forget everything but merchants and keys; with the merchant header: the book of that merchant alone.',
    success: { status: 200, body: Done },
  }),
} as const;
