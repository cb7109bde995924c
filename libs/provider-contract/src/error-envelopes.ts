import { z } from 'zod';
import { API_VERSION_USUAL } from './api-versions.js';

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

/** An error in the envelope of the interface (v1 or v2) that the path of a request belongs to. */
export const errorEnvelope = (
  { url, traceId }: Readonly<{ url: string; traceId: string }>,
  error: z.infer<typeof V1Error>,
): z.infer<typeof V1Error> | z.infer<typeof V2Error> =>
  url.startsWith('/v2') ? { version: API_VERSION_USUAL, traceId, error, entityType: null, entityBody: null } : error;
