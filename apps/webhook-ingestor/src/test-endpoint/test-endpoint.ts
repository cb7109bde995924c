import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { emit, transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { testEndpoint as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { endpointNotFound, lockEndpoint } from '../read-endpoints/read-endpoints.js';

/** Sends the event `webhook.test` to one endpoint. A paused endpoint gets it when it is resumed. */
export function testEndpoint(
  db: DataSource,
  endpointId: string,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    const { enabled } = await lockEndpoint(tx, endpointId);
    if (!enabled) throw endpointNotFound(endpointId);
    await emit(tx, 'webhook.test', [{ entityId: endpointId, data: { endpointId } }], now);
    const [row] = await tx.query<{ event_id: string }[]>(
      `insert into webhooks.delivery (endpoint_id, event_id, state, next_at)
       select e.id, v.id, 'pending', case when e.paused_at is null then $2 else 'infinity'::timestamptz end
         from webhooks.endpoint e
         join lateral (select id from messaging.event where type = 'webhook.test' and entity_id = e.id::text
                        order by sequence desc limit 1) v on true
        where e.id = $1
       returning event_id`,
      [endpointId, now],
    );
    const eventId = row?.event_id ?? '';
    const decided = { subject: endpointId, ...authorOf(author), reason: null, before: null, after: { eventId } };
    await recordDecision(tx, { kind: 'endpoint.tested', ...decided }, now);
    return { eventId };
  });
}
