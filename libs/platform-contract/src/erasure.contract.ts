import { z } from 'zod';

/** The person's request as the market's own list names it. Never a name: it is kept for good. */
export const ErasureAsked = z.object({ request: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/) });

/** What is gone, and what stays until its day because the law asks for it. Repeating a request erases what has come since. */
export const ErasureView = z.object({
  subject: z.string(),
  erased: z.array(z.object({ what: z.string(), rows: z.int() })),
  kept: z.array(z.object({ what: z.string(), until: z.iso.date().nullable(), because: z.string() })),
});
