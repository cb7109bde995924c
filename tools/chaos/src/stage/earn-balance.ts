import { buyerPays } from '@jeongsan/testing';
import type { Stage } from './stage.js';

const SALES = 20;
const SALE = 900_000_000n;
/** Time of a transfer to the bank, by the provider's clock. */
const COMPLETION_SECONDS = 3;

/** Settled old sales from which the provider pays the sellers, and the merchant settings for them. */
export async function earnBalance({ provider, clocks }: Stage, until: Date): Promise<void> {
  await provider.control.changeSettings({ body: { payoutCompletionSeconds: COMPLETION_SECONDS } });
  await clocks.advance(0);
  for (let number = 0; number < SALES; number += 1)
    await buyerPays(provider, { orderId: `chaos-sale-${number}`, amount: SALE });
  await clocks.moveTo(until);
}
