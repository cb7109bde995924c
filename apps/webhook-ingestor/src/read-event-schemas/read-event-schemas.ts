import type { FileAnswerContent, Output } from '@jeongsan/http-contract';
import { eventNames, eventNotes, eventSchema, subscribableEvents } from '@jeongsan/messaging';
import { eventSchemaType, refuse, type listEventSchemas as listing } from '@jeongsan/platform-contract';

const subscribable = new Set<string>(subscribableEvents);

/** Every type of event with the path of its schema. */
export const listEventSchemas = (): Output<typeof listing>['items'] =>
  eventNames.map((eventType) => ({
    eventType,
    about: eventNotes[eventType].about,
    path: `/event-schemas/${eventType}`,
    subscribable: subscribable.has(eventType),
  }));

/** The JSON Schema of the body of a type of event, as a file. Throws the Refusal EVENT_TYPE_NOT_FOUND. */
export function readEventSchema(type: string): FileAnswerContent {
  const known = eventNames.find((name) => name === type);
  if (known === undefined) throw refuse('EVENT_TYPE_NOT_FOUND', 'No event has this type: GET /event-schemas lists all');
  const bytes = Buffer.from(JSON.stringify(eventSchema(known), null, 2));
  return { contentType: eventSchemaType, fileName: `${known}.schema.json`, bytes: inOnePiece(bytes) };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
