import { z } from 'zod';

/** The reference of the person's request in the market's own records. Must not be a name: the reference is stored for good. */
export const ErasureAsked = z.object({ request: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/) });

/**
 * What was erased, and what is kept until a date because a law requires it. A repeated request erases what was stored since.
 */
export const ErasureView = z.object({
  subject: z.string(),
  erased: z.array(z.object({ what: z.string(), rows: z.int() })),
  kept: z.array(z.object({ what: z.string(), until: z.iso.date().nullable(), because: z.string() })),
});
