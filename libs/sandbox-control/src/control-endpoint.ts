import { z } from 'zod';

/** The members that all endpoints of the sandbox's control API share. */
export const control = {
  security: 'none',
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'NOT_POSSIBLE', 'FORBIDDEN_ORIGIN'],
} as const;
export const Done = z.object({ done: z.literal(true) });
