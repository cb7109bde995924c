import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { redeliver as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { endpointNotFound, findDelivery } from '../read-endpoints/read-endpoints.js';

/**
 * Sends an event to an endpoint again, starting with the first attempt, whether or not it was delivered before. Also
 * works for an event that is older than the endpoint.
 */
export async function redeliver(
  db: DataSource,
  endpointId: string,
  eventId: string,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    await tx.query(
      `insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
       select e.id, v.id, 'pending', case when e.paused_at is null then $3 else 'infinity'::timestamptz end
         from webhooks.endpoint e, messaging.event v where e.id = $1 and e.enabled and v.id = $2 and (v.type = any(e.event_types) or exists (
                 select from webhooks.delivery d where d.endpoint_id = e.id and d.event_id = v.id))
         for share of e
       on conflict (endpoint_id, event_id) do update
         set state = 'pending', attempts = 0, next_at = excluded.next_at, last_status = null, last_error = null, delivered_at = null`,
      [endpointId, eventId, now],
    );
    const delivery = await findDelivery(tx, endpointId, eventId);
    if (delivery?.state !== 'pending') throw endpointNotFound(endpointId);
    const decided = { subject: eventId, ...authorOf(author), reason: null, before: null, after: { endpointId } };
    await recordDecision(tx, { kind: 'delivery.repeated', ...decided }, now);
    return delivery;
  });
}
