import { buyerPays } from '@jeongsan/testing';
import type { Stage } from './stage.js';

const SALES = 20;
const SALE = 900_000_000n;
/** A transfer takes this long to reach the bank, by the provider's clock. */
const COMPLETION_SECONDS = 3;

/** Old sales, settled by now, from which the provider pays the sellers; and the contract it does that under. */
export async function earnBalance({ provider, clocks }: Stage, until: Date): Promise<void> {
  await provider.control.changeSettings({ body: { payoutCompletionSeconds: COMPLETION_SECONDS } });
  await clocks.advance(0);
  for (let number = 0; number < SALES; number += 1)
    await buyerPays(provider, { orderId: `chaos-sale-${number}`, amount: SALE });
  await clocks.moveTo(until);
}
