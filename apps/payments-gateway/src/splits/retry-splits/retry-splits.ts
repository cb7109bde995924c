import type { Gateway } from '../../gateway.js';
import { applyAllSplits } from '../apply-split/apply-split.js';
import { findLinkOrders } from './find-link-orders.js';

/** What the night makes up for: link orders whose webhooks were lost, and payments beyond those that a new split moves at once. */
export async function retrySplits(gateway: Gateway): Promise<void> {
  await findLinkOrders(gateway);
  await applyAllSplits(gateway);
}
