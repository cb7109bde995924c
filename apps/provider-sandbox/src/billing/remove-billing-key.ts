import { BillingDeleted, type deleteBillingKey as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { v1Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { Call } from '../world.js';

// ASSUMED: the webhook about a key that the merchant itself removed names no reason.
export const deleteBillingKey: Handler<typeof contract> = (call, { params }) =>
  removeBillingKey(call, params.billingKey, null);

/**
 * Removes a billing key and announces BILLING_DELETED. The key cannot be charged any more; earlier payments can still
 * be canceled.
 */
export async function removeBillingKey(call: Call, billingKey: string, reason: string | null): Promise<void> {
  const [found] = await call.sql.rows<{ removedAt: Date | null }>(
    'select removed_at as "removedAt" from billing_key where billing_key = $1 for update',
    [billingKey],
  );
  if (!found) throw new Refused('NOT_FOUND_BILLING');
  if (found.removedAt) throw new Refused('ALREADY_REMOVED_BILLING_KEY');
  await call.sql.rows('update billing_key set removed_at = $2 where billing_key = $1', [billingKey, call.now]);
  const body = v1Body(BillingDeleted, call.now, { billingKey, reason });
  await queueWebhooks(call.sql, call.world.merchant, 'BILLING_DELETED', [{ subject: billingKey, at: call.now, body }]);
}
