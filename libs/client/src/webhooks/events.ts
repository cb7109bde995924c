import { EventEnvelope, type EventData, type EventName, events } from '@jeongsan/messaging';
import { z } from 'zod';

type Envelope = z.output<typeof EventEnvelope>;

/** An event of each type. `eventType` tells them apart. */
export type JeongsanEvent = {
  [N in EventName]: Readonly<Omit<Envelope, 'eventType' | 'data'> & { eventType: N; data: EventData<N> }>;
}[EventName];

/** An event of a type that this version does not know, or with data that it cannot read. */
export type UnknownJeongsanEvent = Readonly<Omit<Envelope, 'eventType'> & { eventType: string }>;

const AnyEvent = EventEnvelope.extend({ eventType: z.string() });

export type EventReading =
  | Readonly<{ outcome: 'known'; event: JeongsanEvent }>
  | Readonly<{ outcome: 'unknown'; event: UnknownJeongsanEvent }>;

/** Reads the body of an event; undefined: the text is no event. */
export function readEvent(text: string): EventReading | undefined {
  const event = AnyEvent.safeParse(parsed(text)).data;
  if (!event) return undefined;
  const { eventType } = event;
  // Own members only: a type named `constructor` must not be found.
  const schema = Object.hasOwn(events, eventType) ? events[eventType as EventName] : undefined;
  const data = schema?.safeParse(event.data).data;
  return data ? { outcome: 'known', event: { ...event, data } as JeongsanEvent } : { outcome: 'unknown', event };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
