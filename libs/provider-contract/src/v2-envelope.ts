import { z } from 'zod';

/** The envelope around every success of the /v2 interface. */
export const entity = <N extends string, B extends z.ZodType>(entityType: N, entityBody: B) =>
  z.object({ version: z.string(), traceId: z.string(), entityType: z.literal(entityType), entityBody });

/** Lists carry their items and, for the next page, a cursor (document 2 section 2). */
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
