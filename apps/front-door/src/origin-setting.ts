import type { z } from 'zod';

/**
 * The setting of an address that is an origin: no path, query, user or password, for which `problem` is said. `url` must abort
 * at a text that is no address.
 */
export const originSetting = (url: z.ZodURL, problem: string) =>
  url
    .refine((text) => [`${new URL(text).origin}/`, new URL(text).origin].includes(text), problem)
    .transform((text) => new URL(text).origin);
