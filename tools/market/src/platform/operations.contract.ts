import { endpoint } from '@jeongsan/http-contract';
import { z } from 'zod';

/**
 * The members of the backlog that this tool reads. A part of the definition in libs/platform-contract, with
 * dates as texts.
 */
export const readBacklog = endpoint({
  method: 'GET',
  path: '/operations/backlog',
  summary: 'Jobs that are open or dead, and schedules with their next run',
  security: 'bearer',
  scope: 'operations:read',
  success: {
    status: 200,
    body: z.object({
      now: z.iso.datetime(),
      isIdle: z.boolean(),
      jobs: z.array(
        z.object({
          ...{ job: z.string(), due: z.int(), waiting: z.int(), dead: z.int() },
          nextRunAt: z.iso.datetime().nullable(),
        }),
      ),
      dead: z.array(z.object({ id: z.string(), job: z.string(), error: z.string() })),
      waitingForPerson: z.array(z.object({ subject: z.string(), text: z.object({ ko: z.string(), en: z.string() }) })),
      schedules: z.array(z.object({ name: z.string(), nextRunAt: z.iso.datetime(), isDue: z.boolean() })),
    }),
  },
  errors: [],
});

export const operationsContract = { readBacklog } as const;
