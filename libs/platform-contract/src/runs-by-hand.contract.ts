import { endpoint, Instant, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { may } from './refusals.js';
import { BusinessDate, DecisionReason, filters, paging } from './values.js';

/**
 * reconcile: read the provider's listings of each date again, match, post and prove. match: compare what was read again. prove: make another
 * proof of what is there.
 */
export const HandRunMode = z.enum(['reconcile', 'match', 'prove']);

const DayResult = z.object({
  businessDate: BusinessDate,
  /** Open breaks of all dates by class, before and after; after a try, those that a match would leave open. */
  breaks: z.record(z.string(), z.object({ before: z.int(), after: z.int() })),
  proof: z.object({ number: z.int(), state: z.string(), hash: z.string() }).nullable(),
});

export const HandRun = z.object({
  id: z.uuid(),
  from: BusinessDate,
  to: BusinessDate,
  mode: HandRunMode,
  dryRun: z.boolean(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: Instant,
  state: z.enum(['queued', 'running', 'done', 'failed', 'canceled']),
  /** The date that is worked on, and what is done about it. */
  day: BusinessDate.nullable(),
  stage: z.string().nullable(),
  /** Pages and rows of the listings that the run of that date has read. */
  pages: z.int(),
  rows: z.int(),
  /** Breaks of that date that are open. */
  openBreaks: z.int(),
  results: z.array(DayResult),
  error: z.string().nullable(),
  canceledBy: z.string().nullable(),
  finishedAt: Instant.nullable(),
});

/** `finished`: it is done, has failed or was canceled. */
export const HandRunProgress = HandRun.extend({ finished: z.boolean() });

export const requestHandRun = endpoint({
  method: 'POST',
  path: '/reconciliation/hand-runs',
  summary: 'Reconcile, match (or only try to) or prove past business dates by hand; a second run of a date is refused.',
  security: 'bearer',
  scope: 'reconciliation:resolve',
  body: z.object({
    from: BusinessDate,
    to: BusinessDate,
    /** `reconcile` is refused for a date whose own night (03:00) is still to come: it would take that night's place. */
    mode: HandRunMode,
    /** Only for `match`: count the breaks that would be open, each date by itself, and write nothing. */
    dryRun: z.boolean().optional(),
    reason: DecisionReason,
  }),
  success: { status: 202, body: HandRun },
  errors: may('HAND_RUN_WINDOW_INVALID', 'HAND_RUN_OVERLAPS'),
});

const reads = { method: 'GET', security: 'bearer', scope: 'reconciliation:read' } as const;

export const getHandRun = endpoint({
  ...reads,
  path: '/reconciliation/hand-runs/{runId}',
  summary: 'A run by hand: its progress, and the result of each date.',
  params: z.object({ runId: z.uuid() }),
  success: { status: 200, body: HandRun },
  errors: may('HAND_RUN_NOT_FOUND'),
});

export const watchHandRun = endpoint({
  ...reads,
  path: '/reconciliation/hand-runs/{runId}/progress',
  summary: 'Watch a run by hand: its state at once and after each change, until it is over.',
  params: z.object({ runId: z.uuid() }),
  success: { status: 200, body: HandRunProgress },
  answersEvents: true,
  errors: may('HAND_RUN_NOT_FOUND', 'TOO_MANY_LISTENERS'),
});

export const listHandRuns = endpoint({
  ...reads,
  path: '/reconciliation/hand-runs',
  summary: 'Runs by hand, newest first.',
  query: z.object({
    state: HandRun.shape.state.optional(),
    /** Days on which runs were requested. */
    ...filters.days,
    ...paging,
  }),
  success: { status: 200, body: page(HandRun) },
  errors: may(),
});

export const cancelHandRun = endpoint({
  method: 'POST',
  path: '/reconciliation/hand-runs/{runId}/cancel',
  summary: 'Cancel a run by hand: its dates are free for another run, and its worker stops at its next step.',
  security: 'bearer',
  scope: 'reconciliation:resolve',
  params: z.object({ runId: z.uuid() }),
  body: z.object({ reason: DecisionReason }),
  success: { status: 200, body: HandRun },
  errors: may('HAND_RUN_NOT_FOUND', 'HAND_RUN_FINISHED'),
});

export const runsByHandContract = { requestHandRun, cancelHandRun, getHandRun, watchHandRun, listHandRuns } as const;
