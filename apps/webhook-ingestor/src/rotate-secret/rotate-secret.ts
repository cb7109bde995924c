import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import type { rotateEndpointSecret as endpoint } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { newSecret, openSecret, sealEarlierSecret, sealSecret } from '../endpoint-secret.js';
import { changedEndpoint, lockEndpoint } from '../read-endpoints/read-endpoints.js';

const HOUR_MS = 3_600_000;

/**
 * Replaces an endpoint's secret. The earlier one signs beside the new one for the hours of the overlap; one that was replaced before
 * signs no more.
 */
export function rotateSecret(
  { db, seal }: Readonly<{ db: DataSource; seal: DataSeal }>,
  { params: { endpointId }, body: { reason, overlapHours } }: Input<typeof endpoint>,
  author: Author,
  now: Date,
): Promise<Output<typeof endpoint>> {
  return transaction(db, async (tx) => {
    const { secret_sealed: sealed } = await lockEndpoint(tx, endpointId);
    const secret = newSecret();
    const earlier = overlapHours === 0 ? null : await openSecret(endpointId, sealed, seal);
    const view = await changedEndpoint(
      tx,
      `update webhooks.endpoint set secret_sealed = $2, earlier_secret_sealed = $3, earlier_secret_until = $4 where id = $1`,
      [
        endpointId,
        sealSecret(endpointId, secret, seal),
        earlier === null ? null : sealEarlierSecret(endpointId, earlier, seal),
        earlier === null ? null : new Date(now.getTime() + overlapHours * HOUR_MS),
      ],
    );
    const decided = { subject: endpointId, ...authorOf(author), reason, before: null, after: { overlapHours } };
    await recordDecision(tx, { kind: 'endpoint.secret-rotated', ...decided }, now);
    return { ...view, secret };
  });
}
