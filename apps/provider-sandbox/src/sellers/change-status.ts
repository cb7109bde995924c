import { SellerChanged, sellerLifecycle } from '@jeongsan/provider-contract';
import { stepOf } from '../lifecycle.js';
import { v2Body } from '../webhooks/event-bodies.js';
import { queueWebhooks } from '../webhooks/queue-webhooks.js';
import type { Call } from '../world.js';
import { maskedSellerOf, type SellerRow } from './seller.js';

type SellerTrigger = {
  [S in keyof typeof sellerLifecycle]: keyof (typeof sellerLifecycle)[S];
}[keyof typeof sellerLifecycle];

/**
 * Moves a locked seller along its lifecycle and announces the new status; undefined if the present status does not
 * accept the trigger.
 */
export async function changeSellerStatus(
  call: Call,
  seller: SellerRow,
  trigger: SellerTrigger,
): Promise<SellerRow | undefined> {
  const status = stepOf(sellerLifecycle, seller.status, trigger);
  if (status === undefined) return undefined;
  const changed = { ...seller, status };
  await call.sql.rows('update seller set status = $2 where id = $1', [seller.id, status]);
  await queueWebhooks(call.sql, call.world.merchant, 'seller.changed', [
    { subject: seller.id, at: call.now, body: v2Body(call.world, SellerChanged, call.now, maskedSellerOf(changed)) },
  ]);
  return changed;
}
