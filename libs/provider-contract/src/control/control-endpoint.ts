import { z } from 'zod';

/** What every operation of the control API has in common: no key, and refusals of its own. */
export const control = {
  security: 'none',
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'NOT_POSSIBLE', 'FORBIDDEN_ORIGIN'],
} as const;
export const Done = z.object({ done: z.literal(true) });
