import type { Executor } from '@jeongsan/database';
import { isDeliverable, Permanent } from '@jeongsan/messaging';

/**
 * Enqueues an event once for each endpoint that subscribes to its type; repeated calls add nothing. Throws Permanent
 * for an event that does not fit its type's schema: the event reports money that has moved, so a person must decide
 * what is sent.
 */
export async function planDeliveries(db: Executor, eventId: string, now: Date): Promise<void> {
  const [event] = await db.query<{ type: string; data: unknown }[]>(
    'select type, data from messaging.event where id = $1',
    [eventId],
  );
  if (event && !isDeliverable(event.type, event.data))
    throw new Permanent(`Event ${eventId} does not fit the schema of ${event.type}: it is told to nobody`);
  await db.query(
    `insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
     select e.id, v.id, 'pending', $2 from messaging.event v join webhooks.endpoint e on v.type = any(e.event_types)
      where v.id = $1 and e.enabled
     on conflict (endpoint_id, event_id) do nothing`,
    [eventId, now],
  );
}
