import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { emit, transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { testEndpoint as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { sendAgain } from '../deliver-event/send-again.js';
import { lockEnabledEndpoint } from '../read-endpoints/read-endpoints.js';

/** Sends the event `webhook.test` to one endpoint. A paused endpoint gets it when it is resumed. */
export function testEndpoint(
  db: DataSource,
  endpointId: string,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    await lockEnabledEndpoint(tx, endpointId);
    await emit(tx, 'webhook.test', [{ entityId: endpointId, data: { endpointId } }], now);
    const [event] = await tx.query<{ id: string }[]>(
      `select id from messaging.event where type = 'webhook.test' and entity_id = $1 order by sequence desc limit 1`,
      [endpointId],
    );
    if (!event) throw new Error(`The test event of endpoint ${endpointId} was stored, and is gone`);
    const eventId = event.id;
    await sendAgain(tx, endpointId, [eventId], now);
    const decided = { subject: endpointId, ...authorOf(author), reason: null, before: null, after: { eventId } };
    await recordDecision(tx, { kind: 'endpoint.tested', ...decided }, now);
    return { eventId };
  });
}
