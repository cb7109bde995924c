import type { Executor } from '@jeongsan/database';

/** Promises an event to every address that wants its type. However often it is asked, each address is promised it once. */
export async function planDeliveries(db: Executor, eventId: string, now: Date): Promise<void> {
  await db.query(
    `insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
     select e.id, v.id, 'pending', $2 from messaging.event v join webhooks.endpoint e on v.type = any(e.event_types)
      where v.id = $1 and e.enabled
     on conflict (endpoint_id, event_id) do nothing`,
    [eventId, now],
  );
}
