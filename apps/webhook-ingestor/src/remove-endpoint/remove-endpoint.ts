import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { removeEndpoint as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { changedEndpoint, endpointFacts, lockEndpoint } from '../read-endpoints/read-endpoints.js';

/** Stops sending to an endpoint; attempts already under way end normally. Past deliveries stay readable. */
export async function removeEndpoint(
  db: DataSource,
  endpointId: string,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    const known = await lockEndpoint(tx, endpointId);
    const view = await changedEndpoint(tx, 'update webhooks.endpoint set enabled = false where id = $1', [endpointId]);
    await tx.query(
      `update webhooks.delivery set state = 'failed', last_error = 'removed', next_at = least(next_at, $2)
        where endpoint_id = $1 and state = 'pending'`,
      [endpointId, now],
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
