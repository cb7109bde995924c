import { z } from 'zod';

/** The envelope of every success of the /v2 API. */
export const entity = <N extends string, B extends z.ZodType>(entityType: N, entityBody: B) =>
  z.object({ version: z.string(), traceId: z.string(), entityType: z.literal(entityType), entityBody });

/** A list with the cursor of its next page (document 2 section 2). */
export const entityList = <N extends string, B extends z.ZodType>(entityType: N, item: B) =>
  entity(
    `${entityType}-list`,
    z.object({
      hasMore: z.boolean(),
      size: z.int(),
      nextCursor: z.string().nullable(),
      items: z.array(item),
    }),
  );
