import { type Author, authorOf, recordDecision } from '@jeongsan/audit';
import { enqueue, transaction } from '@jeongsan/database';
import type { Input } from '@jeongsan/http-contract';
import type { DataSeal } from '@jeongsan/jwe';
import { refuse, type replayProviderWebhook } from '@jeongsan/platform-contract';
import type { DataSource } from 'typeorm';
import { type Look, nudgeOf } from '../receive-webhook/read-webhook.js';
import { replayKey } from './open-looks.js';
import { findWebhook, type ProviderWebhook, storedBody, viewOf, type WholeRow } from './read-webhooks.js';

/**
 * Reads a stored webhook by the rules of today and enqueues its look, also for one that was left alone. The look reads what the
 * webhook names at the provider, and finds nothing to do if nothing changed since: a replay books nothing by itself. Throws the
 * Refusals PROVIDER_WEBHOOK_NOT_FOUND, _WAITING, _DEAD, _ERASED and _NAMES_NOTHING.
 */
export async function replayWebhook(
  { db, seal }: Readonly<{ db: DataSource; seal: DataSeal }>,
  { params: { webhookId }, body: { reason } }: Input<typeof replayProviderWebhook>,
  author: Author,
  now: Date,
): Promise<ProviderWebhook> {
  return transaction(db, async (tx) => {
    // Of two replays at the same moment, the second waits here, and then sees the look of the first.
    await tx.query('select from webhooks.inbox where id = $1 for update', [webhookId]);
    const row = await findWebhook(tx, webhookId);
    refuseOpen(row);
    const nudge = nudgeOf(bodyFor(seal, row));
    if (!nudge) throw refuse('PROVIDER_WEBHOOK_NAMES_NOTHING', `Webhook ${webhookId} names nothing that we look at`);
    await enqueue<Look>(tx, nudge.job, nudge.data, now, { dedupeKey: replayKey(webhookId) });
    await tx.query(`update webhooks.inbox set left_alone = null, subject = $2 where id = $1`, [
      webhookId,
      nudge.subject,
    ]);
    const facts = {
      before: { leftAlone: row.left_alone },
      after: { leftAlone: null, eventType: row.event_type, subject: nudge.subject, job: nudge.job },
    };
    const decided = { subject: webhookId, ...authorOf(author), reason, ...facts };
    await recordDecision(tx, { kind: 'provider-webhook.replayed', ...decided }, now);
    return viewOf(await findWebhook(tx, webhookId));
  });
}

function refuseOpen({ id, state, dead_job: deadJob }: WholeRow): void {
  if (state === 'waiting')
    throw refuse('PROVIDER_WEBHOOK_WAITING', `The look that webhook ${id} asks for is still open`);
  if (state !== 'dead') return;
  // A second look beside the dead one would leave the webhook dead whatever the second look finds.
  throw refuse('PROVIDER_WEBHOOK_DEAD', `The look that webhook ${id} asked for is dead: revive its job`, {
    jobId: String(deadJob),
  });
}

function bodyFor(seal: DataSeal, row: WholeRow): Buffer {
  const body = storedBody(seal, row);
  if (!body) throw refuse('PROVIDER_WEBHOOK_ERASED', `The body of webhook ${row.id} was erased`);
  return body;
}
