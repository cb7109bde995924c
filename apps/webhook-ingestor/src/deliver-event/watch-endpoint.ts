import { Logger } from '@nestjs/common';
import { systemAuthor } from '@jeongsan/audit';
import { emit, transaction } from '@jeongsan/database';
import { systemActors } from '@jeongsan/nest-kit';
import type { DataSource } from 'typeorm';
import { pauseEndpoint } from '../pause-endpoint/pause-endpoint.js';
import { lockEndpoint } from '../read-endpoints/read-endpoints.js';
import type { Claimed } from './claim-deliveries.js';
import type { Attempt } from './send-delivery.js';

/** Days without an arrival after which an endpoint is paused: more than all attempts of one event take (3 days 19 hours). */
const FAILING_DAYS_MAX = 5;
const DAY_MS = 86_400_000;
const GONE = 410;

const logger = new Logger('WatchEndpoint');
const author = systemAuthor(systemActors.ingestor);

/**
 * Keeps since when an endpoint fails, and pauses one that has failed for FAILING_DAYS_MAX days or that says it is gone. Other endpoints
 * hear of it by the event `webhook-endpoint.paused`. Costs nothing for an attempt that arrived at an endpoint that was well.
 */
export async function watchEndpoint(db: DataSource, delivery: Claimed, attempt: Attempt, now: Date): Promise<void> {
  const { endpoint_id: endpointId, failing_since: since } = delivery;
  if (attempt.error === 'removed') return;
  if (attempt.error === null) {
    if (since !== null) await db.query('update webhooks.endpoint set failing_since = null where id = $1', [endpointId]);
    return;
  }
  if (since === null)
    await db.query('update webhooks.endpoint set failing_since = $2 where id = $1 and failing_since is null', [
      endpointId,
      now,
    ]);
  if (attempt.status === GONE) await pauseItself(db, endpointId, 'GONE', now);
  else if (hasFailedTooLong(since, now)) await pauseItself(db, endpointId, 'FAILING', now);
}

const hasFailedTooLong = (since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() >= FAILING_DAYS_MAX * DAY_MS;

const reasons = {
  GONE: 'The endpoint answered 410 Gone',
  FAILING: `No event arrived for ${FAILING_DAYS_MAX} days`,
} as const;

async function pauseItself(
  db: DataSource,
  endpointId: string,
  because: keyof typeof reasons,
  now: Date,
): Promise<void> {
  const reason = reasons[because];
  await transaction(db, async (tx) => {
    // Another attempt may have paused the endpoint, or a person resumed it, while this one was under way.
    const { paused_at: pausedAt, failing_since: since } = await lockEndpoint(tx, endpointId);
    if (pausedAt !== null || (because === 'FAILING' && !hasFailedTooLong(since, now))) return;
    await pauseEndpoint(tx, because, { endpointId, author, reason, now });
    await emit(tx, 'webhook-endpoint.paused', [{ entityId: endpointId, data: { endpointId, because } }], now);
    logger.warn(`Endpoint ${endpointId} is paused: ${reason}`);
  });
}
