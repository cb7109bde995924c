import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { removeEndpoint as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { endpointFacts, endpointNotFound, endpointView } from '../read-endpoints/read-endpoints.js';

/** Stops sending to an endpoint; attempts already under way end normally. Past deliveries stay readable. */
export async function removeEndpoint(
  db: DataSource,
  endpointId: string,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    const [known] = await tx.query<{ enabled: boolean }[]>(
      'select enabled from webhooks.endpoint where id = $1 for update',
      [endpointId],
    );
    const [[row]] = await tx.query<[Parameters<typeof endpointView>[0][], number]>(
      'update webhooks.endpoint set enabled = false where id = $1 returning id, url, event_types, enabled, created_at',
      [endpointId],
    );
    if (!known || !row) throw endpointNotFound(endpointId);
    const view = endpointView(row);
    await tx.query(
      `update webhooks.delivery set state = 'failed', last_error = 'removed' where endpoint_id = $1 and state = 'pending'`,
      [endpointId],
    );
    if (known.enabled) {
      const after = endpointFacts(view);
      const facts = { before: { ...after, enabled: true }, after };
      const decided = { subject: endpointId, ...authorOf(author), reason: null, ...facts };
      await recordDecision(tx, { kind: 'endpoint.removed', ...decided }, now);
    }
    return view;
  });
}
