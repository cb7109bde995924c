import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { redeliver as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { sendAgain } from '../deliver-event/send-again.js';
import { endpointNotFound, findDelivery, lockEnabledEndpoint } from '../read-endpoints/read-endpoints.js';

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
    await lockEnabledEndpoint(tx, endpointId);
    // A test was sent to this endpoint without a subscription.
    const known = await tx.query<unknown[]>(
      `select from messaging.event v join webhooks.endpoint e on e.id = $1
        where v.id = $2 and (v.type = any(e.event_types)
           or exists (select from webhooks.delivery d where d.endpoint_id = e.id and d.event_id = v.id))`,
      [endpointId, eventId],
    );
    if (known.length === 0) throw endpointNotFound(endpointId);
    await sendAgain(tx, endpointId, [eventId], now);
    const delivery = await findDelivery(tx, endpointId, eventId);
    if (!delivery) throw endpointNotFound(endpointId);
    const decided = { subject: eventId, ...authorOf(author), reason: null, before: null, after: { endpointId } };
    await recordDecision(tx, { kind: 'delivery.repeated', ...decided }, now);
    return delivery;
  });
}
