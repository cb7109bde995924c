import { CallError } from '@jeongsan/http-contract';
import type { PayoutStore } from './payout-store.js';
import type { PayoutProvider } from './provider.js';
import { advanceToProvider } from './ruling.js';

/**
 * Reads one payout from the provider and advances ours to the status that the provider shows now. Used for webhooks and for
 * polling: a webhook only triggers the read, its content is not trusted. Payouts of others, and payouts that the provider does
 * not know, change nothing.
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
  if (typeof payout?.refPayoutId !== 'string') return;
  const ours = await store.ownPayout(payout.refPayoutId);
  if (ours === null) return;
  // The provider shows another amount than we sent: change nothing and throw. The job is retried and then dies, which alerts people.
  if (ours.amount !== payout.amount.minor)
    throw new Error(
      `Payout ${payout.refPayoutId} is of ${payout.amount.minor} with the provider, ${ours.amount} with us`,
    );
  // The answer to our request is not recorded yet: throw, and the job is retried.
  if (ours.state === 'submitted') throw new Error(`Payout ${payout.refPayoutId} is still being submitted`);
  await store.transaction('observe', (records) => advanceToProvider(records, [payout], now()));
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof CallError && error.code === 'PAYOUT_NOT_FOUND') return null;
  throw error;
}
