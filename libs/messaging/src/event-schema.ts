import { z } from 'zod';
import { eventNotes } from './event-notes.js';
import { type EventData, EventEnvelope, type EventName, events } from './events.js';

/** The body of one event type: the envelope with the data of the type. */
export const bodyOf = (type: EventName) => EventEnvelope.extend({ eventType: z.literal(type), data: events[type] });

/** A whole body as it may come. */
export function exampleOf<N extends EventName>(type: N): z.input<typeof EventEnvelope> & { data: EventData<N> } {
  const { example } = eventNotes[type];
  return {
    eventId: '0193a1c4-7b7e-7c11-8a55-2f4f4d3e5a1f',
    eventType: type,
    entityId: Object.values(example)[0] ?? '',
    sequence: 1,
    createdAt: '2026-11-20T02:00:00.000Z',
    data: example as EventData<N>,
  };
}

/**
 * The JSON Schema (2020-12) of the body of an event. Members that the schema does not name are allowed, because a later release
 * may add some.
 */
export const eventSchema = (type: EventName): Readonly<Record<string, unknown>> => ({
  // The input side: zod forbids further members on the output side.
  ...z.toJSONSchema(bodyOf(type), { io: 'input' }),
  $id: `urn:jeongsan:event:${type}`,
  title: type,
  description: eventNotes[type].about,
  examples: [exampleOf(type)],
});
