import { type Executor, filteredList, is } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { type getEvent, type listEvents as listing, refuse } from '@jeongsan/platform-contract';
import { envelopeOf, type Event } from '../deliver-event/sign-delivery.js';
import { deliveriesOf } from '../read-endpoints/read-endpoints.js';

const day = (value: string): string => `messaging.first_id(${value}::timestamp at time zone 'Asia/Seoul')`;

// Ids of events are times (UUID version 7): the order of ids is the order of events, and a range of days is a range of ids.
const EVENTS = filteredList({
  from: 'messaging.event',
  columns: 'x.id, x.type as "eventType", x.entity_id as subject, x.sequence::int, x.created_at as "createdAt"',
  order: [{ column: 'id', type: 'uuid' }],
  isNewestFirst: true,
  leads: {
    from: { type: 'date', condition: (value) => `x.id >= ${day(value)}` },
    to: { type: 'date', condition: (value) => `x.id < ${day(`(${value} + 1)`)}` },
    subject: is('x.entity_id'),
  },
  checks: { eventType: is('x.type') },
});

/** Events, the latest first. */
export const listEvents = (db: Executor, query: Input<typeof listing>['query']): Promise<Output<typeof listing>> =>
  EVENTS.page<Output<typeof listing>['items'][number]>(db, query);

/** One event with the body that is sent and its deliveries. Throws the Refusal EVENT_NOT_FOUND. */
export async function readEvent(db: Executor, eventId: string): Promise<Output<typeof getEvent>> {
  const [event] = await db.query<Event[]>(
    'select id as event_id, type, entity_id, sequence, data, created_at from messaging.event where id = $1',
    [eventId],
  );
  if (!event) throw refuse('EVENT_NOT_FOUND', `There is no event ${eventId}`);
  return {
    id: event.event_id,
    eventType: event.type,
    subject: event.entity_id,
    sequence: Number(event.sequence),
    createdAt: event.created_at,
    payload: envelopeOf(event),
    deliveries: await deliveriesOf(db, eventId),
  };
}
