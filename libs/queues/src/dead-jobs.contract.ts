import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';

const JobId = z.string().regex(/^\d{1,18}$/);
const JobKind = z.string().regex(/^[a-z-]+\.[a-z-]+$/);
const query = z.object({ job: JobKind.optional(), after: JobId.optional(), limit: IntText.optional() });

/** A job that is not retried automatically any more, with its last error. `data` holds ids only. */
export const DeadJob = z.object({
  id: JobId,
  job: z.string(),
  data: z.record(z.string(), z.unknown()),
  promisedAt: Instant,
  diedAt: Instant,
  error: z.string(),
  /** How often a person revived this job before. */
  revivals: z.number().int(),
});

/** The record of a revival: who revived a dead job, and when. */
export const Revival = z.object({
  id: JobId,
  jobId: JobId,
  job: z.string(),
  diedAt: Instant,
  error: z.string(),
  revivedBy: z.string(),
  revivedAt: Instant,
});

export const listDeadJobs = endpoint({
  method: 'GET',
  path: '/operations/dead-jobs',
  summary: 'Dead jobs, which no worker tries again by itself, the latest enqueued first; `job` selects one kind.',
  security: 'bearer',
  scope: 'operations:read',
  query,
  success: { status: 200, body: page(DeadJob) },
  errors: [],
});

export const reviveDeadJob = endpoint({
  method: 'POST',
  path: '/operations/dead-jobs/{id}/revive',
  summary: 'Lets a dead job run again, once its cause is mended',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ id: JobId }),
  success: { status: 202, body: z.object({ id: z.string() }) },
  errors: ['DEAD_JOB_NOT_FOUND', 'DEAD_JOB_SUPERSEDED'],
});

export const reviveDeadJobs = endpoint({
  method: 'POST',
  path: '/operations/dead-jobs/revive',
  summary: 'Lets all dead jobs of a kind run again, except those whose work was enqueued again since.',
  security: 'bearer',
  scope: 'payouts:operate',
  body: z.object({ job: JobKind }),
  success: { status: 202, body: z.object({ job: z.string(), revived: z.number().int() }) },
  errors: ['DEAD_JOB_SUPERSEDED'],
});

export const listRevivals = endpoint({
  method: 'GET',
  path: '/operations/revivals',
  summary: 'Who let which dead job run again, and when; the latest first.',
  security: 'bearer',
  scope: 'operations:read',
  query,
  success: { status: 200, body: page(Revival) },
  errors: [],
});

export const deadJobsContract = { listDeadJobs, reviveDeadJob, reviveDeadJobs, listRevivals } as const;
