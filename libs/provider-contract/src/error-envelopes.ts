import { z } from 'zod';

/** An error of the /v1 API (document 1 section 7). */
export const V1Error = z.object({ code: z.string(), message: z.string().max(510) });

/** An error of the /v2 API: the envelope of a success, with an `error` member. */
export const V2Error = z.object({
  version: z.string(),
  traceId: z.string(),
  error: V1Error,
  entityType: z.null(),
  entityBody: z.null(),
});
