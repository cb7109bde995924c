import { type ApiStyle, endpoint, FileAnswer, type HeaderParameter } from '@jeongsan/http-contract';
import { bodyOf, eventNames, eventNotes, exampleOf, subscribableEvents } from '@jeongsan/messaging';
import { z } from 'zod';
import { may } from './refusals.js';

const reads = { method: 'GET', security: 'bearer', scope: 'webhooks:manage' } as const;

export const listEventSchemas = endpoint({
  ...reads,
  path: '/event-schemas',
  summary: 'Every type of event: what it says, and where its JSON Schema is.',
  success: {
    status: 200,
    body: z.object({
      items: z.array(
        z.object({
          eventType: z.enum(eventNames),
          about: z.string(),
          /** The path of the schema at this service; at the front door it stands under /api/v1. */
          path: z.string(),
          /** False: the event goes to the endpoint that it is for, and to no other. */
          subscribable: z.boolean(),
        }),
      ),
    }),
  },
  errors: may(),
});

export const eventSchemaType = 'application/schema+json';

export const getEventSchema = endpoint({
  ...reads,
  path: '/event-schemas/{type}',
  summary: 'The JSON Schema (2020-12) of the body of one type of event.',
  params: z.object({ type: z.string().max(100) }),
  success: { status: 200, body: FileAnswer },
  answerTypes: [eventSchemaType],
  errors: may('EVENT_TYPE_NOT_FOUND'),
});

export const eventSchemasContract = { listEventSchemas, getEventSchema } as const;

/** Headers of every event that is sent out, as Standard Webhooks 1.0 defines them. */
export const eventHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const about = {
  id: 'The id of the event, the same in every attempt',
  timestamp: 'Seconds since 1970-01-01, of this attempt',
  signature: 'v1 and HMAC-SHA256 in base64 over `{id}.{timestamp}.{body}`; one for each secret in force',
} as const satisfies Record<keyof typeof eventHeaders, string>;

const headers: readonly HeaderParameter[] = (['id', 'timestamp', 'signature'] as const).map((header) => ({
  name: eventHeaders[header],
  description: about[header],
  required: true,
  schema: z.string(),
}));

/** The events as the OpenAPI document describes requests that the server sends. */
export const eventWebhooks: NonNullable<ApiStyle['webhooks']> = Object.fromEntries(
  subscribableEvents.map((type) => [
    type,
    {
      summary: eventNotes[type].about,
      headers,
      body: bodyOf(type),
      example: exampleOf(type),
      received: 'The event is stored by its receiver. Any answer but 2xx, or none within ten seconds, is tried again.',
    },
  ]),
);
