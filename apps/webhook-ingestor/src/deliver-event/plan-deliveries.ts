import type { Executor } from '@jeongsan/database';
import { isDeliverable, Permanent } from '@jeongsan/messaging';
import { firstAttemptAt } from './send-again.js';

/**
 * Enqueues an event once for each endpoint that subscribes to its type, for a paused one without a time; repeated calls add
 * nothing. Throws Permanent for an event that does not fit its type's schema: the event reports money that has moved, so a
 * person must decide what is sent.
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
     select e.id, v.id, 'pending', ${firstAttemptAt('$2')}
       from messaging.event v join webhooks.endpoint e on v.type = any(e.event_types)
      where v.id = $1 and e.enabled
      -- Who pauses an endpoint waits for this row, so that its deliveries lose their times too.
      for share of e
     on conflict (endpoint_id, event_id) do nothing`,
    [eventId, now],
  );
}
