import { transaction } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import type { removeEndpoint as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { endpointNotFound, endpointView } from '../read-endpoints/read-endpoints.js';

/** Stops sending to an endpoint; attempts already under way end normally. Past deliveries stay readable. */
export async function removeEndpoint(db: DataSource, endpointId: string): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    const [[row]] = await tx.query<[Parameters<typeof endpointView>[0][], number]>(
      'update webhooks.endpoint set enabled = false where id = $1 returning id, url, event_types, enabled, created_at',
      [endpointId],
    );
    if (!row) throw endpointNotFound(endpointId);
    await tx.query(
      `update webhooks.delivery set state = 'failed', last_error = 'removed' where endpoint_id = $1 and state = 'pending'`,
      [endpointId],
    );
    return endpointView(row);
  });
}
