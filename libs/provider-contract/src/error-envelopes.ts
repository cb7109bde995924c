import { z } from 'zod';

/** The error of the /v1 interface (document 1 section 7). */
export const V1Error = z.object({ code: z.string(), message: z.string().max(510) });

/** The error of the /v2 interface: the envelope of a success, with an error in it. */
export const V2Error = z.object({
  version: z.string(),
  traceId: z.string(),
  error: V1Error,
  entityType: z.null(),
  entityBody: z.null(),
});
