import { CallError } from '@jeongsan/http-contract';
import type { PayoutStore } from './payout-store.js';
import type { PayoutProvider } from './provider.js';
import { advanceToProvider } from './ruling.js';

/**
 * Webhook or timer, the answer is the same: read the payout and believe what the provider says now. A payout that is not ours, or
 * that the provider does not know, changes nothing.
 */
export async function observePayout(
  store: PayoutStore,
  provider: Pick<PayoutProvider, 'getPayout'>,
  providerPayoutId: string,
  now: () => Date,
): Promise<void> {
  const payout = await provider
    .getPayout({ params: { id: providerPayoutId } })
    .then((answer) => answer.entityBody)
    .catch(nullWhenNotFound);
  if (payout === null || payout.refPayoutId === null) return;
  const ours = await store.ownPayout(payout.refPayoutId);
  if (ours === null) return;
  // Not what we sent: nothing moves by it, and it is looked at again until somebody looks into it.
  if (ours.amount !== payout.amount.minor)
    throw new Error(
      `Payout ${payout.refPayoutId} is of ${payout.amount.minor} with the provider, ${ours.amount} with us`,
    );
  // The reply to our request is not recorded yet: come back when it is.
  if (ours.state === 'submitted') throw new Error(`Payout ${payout.refPayoutId} is still being submitted`);
  await store.transaction('observe', (book) => advanceToProvider(book, [payout], now()));
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof CallError && error.code === 'PAYOUT_NOT_FOUND') return null;
  throw error;
}
