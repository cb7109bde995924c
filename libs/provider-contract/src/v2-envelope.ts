import { z } from 'zod';
import { acknowledged, decisive } from './reading.js';

const envelope = <N extends string, B extends z.ZodType>(entityType: N, entityBody: B) =>
  z.object({ version: z.string(), traceId: z.string(), entityType: z.literal(entityType), entityBody });

/** The envelope of every success of the /v2 API. */
export const entity = <N extends string, B extends z.ZodType>(entityType: N, entityBody: B) =>
  decisive(envelope(entityType, entityBody), ['entityBody']);

/** The answer to a deletion: the caller knows what was deleted, so no decision rests upon its members. */
export const deletedEntity = <B extends z.ZodType>(entityBody: B) =>
  acknowledged(envelope('deleted-entity', entityBody));

/** A list with the cursor of its next page (document 2 section 2). */
export const entityList = <N extends string, B extends z.ZodType>(entityType: N, item: B) =>
  entity(
    `${entityType}-list`,
    decisive(
      z.object({
        hasMore: z.boolean(),
        size: z.int(),
        nextCursor: z.string().nullable(),
        items: z.array(item),
      }),
      ['items'],
    ),
  );
