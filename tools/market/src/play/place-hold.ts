import type { Hold } from '../market-files/market.js';
import type { Clients } from '../platform/clients.js';

/** Places a hold as an operator. */
export async function placeHold({ scheduler }: Clients, hold: Hold): Promise<void> {
  const { sellerId, scope, orderId, amount, reason, releaseOn } = hold;
  await scheduler.placeHold({
    params: { sellerId },
    body: {
      ...{ scope, reason },
      ...(orderId !== undefined && { orderId }),
      ...(amount !== undefined && { amount }),
      ...(releaseOn !== undefined && { releaseOn }),
    },
  });
}
