import { endpoint, Instant, IntText, page } from '@jeongsan/http-contract';
import { z } from 'zod';
import { callerContract } from './caller.contract.js';
import { may } from './refusals.js';
import { DecisionReason, filters } from './values.js';

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
  errors: may(),
});

export const reviveDeadJob = endpoint({
  method: 'POST',
  path: '/operations/dead-jobs/{id}/revive',
  summary: 'Lets a dead job run again, once its cause is mended',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ id: JobId }),
  success: { status: 202, body: z.object({ id: z.string() }) },
  errors: may('DEAD_JOB_NOT_FOUND', 'DEAD_JOB_SUPERSEDED'),
});

export const reviveDeadJobs = endpoint({
  method: 'POST',
  path: '/operations/dead-jobs/revive',
  summary: 'Lets all dead jobs of a kind run again, except those whose work was enqueued again since.',
  security: 'bearer',
  scope: 'payouts:operate',
  body: z.object({ job: JobKind }),
  success: { status: 202, body: z.object({ job: z.string(), revived: z.number().int() }) },
  errors: may('DEAD_JOB_SUPERSEDED'),
});

export const discardDeadJob = endpoint({
  method: 'POST',
  path: '/operations/dead-jobs/{id}/discard',
  summary: 'Gives a dead job up for good, with the reason: its work is not done by this job any more.',
  security: 'bearer',
  scope: 'payouts:operate',
  params: z.object({ id: JobId }),
  body: z.object({ reason: DecisionReason }),
  success: { status: 200, body: z.object({ id: z.string() }) },
  errors: may('DEAD_JOB_NOT_FOUND'),
});

export const listRevivals = endpoint({
  method: 'GET',
  path: '/operations/revivals',
  summary: 'Who let which dead job run again, and when; the latest first.',
  security: 'bearer',
  scope: 'operations:read',
  query,
  success: { status: 200, body: page(Revival) },
  errors: may(),
});

/**
 * What is to become of a job. waiting: enqueued for a later time. due: to run now, or running. dead: not retried automatically any
 * more. done: finished. discarded: given up by a person while it was dead.
 */
export const jobStates = ['waiting', 'due', 'dead', 'done', 'discarded'] as const;

/** A job without its data. */
export const JobView = z.object({
  id: JobId,
  job: z.string(),
  state: z.enum(jobStates),
  enqueuedAt: Instant,
  runAt: Instant,
  /** When it was given to a queue last; null: not yet. */
  publishedAt: Instant.nullable(),
  /** When the job was finished or discarded; null: neither. */
  doneAt: Instant.nullable(),
  diedAt: Instant.nullable(),
  /** Of the last attempt. */
  error: z.string().nullable(),
});

export const listJobs = endpoint({
  method: 'GET',
  path: '/operations/jobs',
  summary: 'Jobs, the latest enqueued first: of a kind, in a state, enqueued on some days.',
  security: 'bearer',
  scope: 'operations:read',
  query: z.object({
    job: JobKind.optional(),
    state: z.enum(jobStates).optional(),
    ...filters.days,
    after: JobId.optional(),
    limit: IntText.optional(),
  }),
  success: { status: 200, body: page(JobView) },
  errors: may(),
});

export const getJob = endpoint({
  method: 'GET',
  path: '/operations/jobs/{id}',
  summary: 'One job with its data, which are ids, and how often a person revived it.',
  security: 'bearer',
  scope: 'operations:read',
  params: z.object({ id: JobId }),
  success: {
    status: 200,
    body: JobView.extend({ data: z.record(z.string(), z.unknown()), revivals: z.number().int() }),
  },
  errors: may('JOB_NOT_FOUND'),
});

export const deadJobsContract = {
  listJobs,
  getJob,
  listDeadJobs,
  reviveDeadJob,
  reviveDeadJobs,
  discardDeadJob,
  listRevivals,
} as const;

/** Jobs and schedules that are due, and work that waits for a person. */
export const Backlog = z.object({
  now: Instant,
  /** True when no job and no schedule is due. Dead jobs do not count: they wait for a person. */
  isIdle: z.boolean(),
  jobs: z.array(
    z.object({
      job: z.string(),
      /** Jobs that are due or running. */
      due: z.number().int(),
      /** Jobs enqueued for a later time. */
      waiting: z.number().int(),
      /** When the first of those that wait is due; null: none waits. */
      nextRunAt: Instant.nullable(),
      dead: z.number().int(),
    }),
  ),
  dead: z.array(z.object({ id: z.string(), job: z.string(), diedAt: Instant, error: z.string() })),
  /** Work that no job will advance: a person must decide. */
  waitingForPerson: z.array(
    z.object({
      subject: z.string(),
      reason: z.string(),
      text: z.object({ ko: z.string(), en: z.string() }),
      since: Instant.nullable(),
    }),
  ),
  schedules: z.array(z.object({ name: z.string(), nextRunAt: Instant, isDue: z.boolean() })),
});
export type Backlog = z.output<typeof Backlog>;

export const getBacklog = endpoint({
  method: 'GET',
  path: '/operations/backlog',
  summary: 'Jobs that are open or dead, and schedules with their next run',
  security: 'bearer',
  scope: 'operations:read',
  success: { status: 200, body: Backlog },
  errors: may(),
});

export const backlogContract = { getBacklog } as const;

/** The endpoints that platformModules of nest-platform serves in every service: spread them into the app's contract. */
export const operationsContract = { ...callerContract, ...backlogContract, ...deadJobsContract } as const;
