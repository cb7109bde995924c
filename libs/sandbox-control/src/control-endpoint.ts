import { z } from 'zod';

/** What every operation of the sandbox's own control API has in common. */
export const control = {
  security: 'none',
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'NOT_POSSIBLE', 'FORBIDDEN_ORIGIN'],
} as const;
export const Done = z.object({ done: z.literal(true) });
