import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import type { PauseCause } from '@jeongsan/platform-contract';
import type { EntityManager } from 'typeorm';
import { changedEndpoint, type Endpoint, endpointOf, lockEndpoint } from '../read-endpoints/read-endpoints.js';

type Decided = Readonly<{ endpointId: string; author: Author; reason: string; now: Date }>;

/**
 * Sends nothing more to an endpoint; attempts under way end normally, and events that happen wait. A paused or removed endpoint stays
 * as it is.
 */
export async function pauseEndpoint(tx: EntityManager, cause: PauseCause, it: Decided): Promise<Endpoint> {
  const { endpointId, author, reason, now } = it;
  const known = await lockEndpoint(tx, endpointId);
  if (known.paused_at !== null || !known.enabled) return endpointOf(known);
  const view = await changedEndpoint(
    tx,
    `update webhooks.endpoint set paused_at = $2, paused_because = $3 where id = $1`,
    [endpointId, now, cause],
  );
  await tx.query(`update webhooks.delivery set next_at = 'infinity' where endpoint_id = $1 and state = 'pending'`, [
    endpointId,
  ]);
  const facts = { before: { pausedBecause: null }, after: { pausedBecause: cause } };
  await recordDecision(
    tx,
    { kind: 'endpoint.paused', subject: endpointId, ...authorOf(author), reason, ...facts },
    now,
  );
  return view;
}

/** Sends the events that waited, and those to come. An endpoint that is not paused stays as it is. */
export async function resumeEndpoint(tx: EntityManager, it: Decided): Promise<Endpoint> {
  const { endpointId, author, reason, now } = it;
  const known = await lockEndpoint(tx, endpointId);
  if (known.paused_at === null || !known.enabled) return endpointOf(known);
  const view = await changedEndpoint(
    tx,
    `update webhooks.endpoint set paused_at = null, paused_because = null, failing_since = null where id = $1`,
    [endpointId],
  );
  const [, waiting] = await tx.query<[unknown[], number]>(
    `update webhooks.delivery set next_at = $2 where endpoint_id = $1 and state = 'pending'`,
    [endpointId, now],
  );
  const facts = { before: { pausedBecause: known.paused_because }, after: { pausedBecause: null, waiting } };
  await recordDecision(
    tx,
    { kind: 'endpoint.resumed', subject: endpointId, ...authorOf(author), reason, ...facts },
    now,
  );
  return view;
}
