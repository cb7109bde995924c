import { transaction } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import type { SellerStatus } from '@jeongsan/provider-contract';
import { sellerMachine } from '@jeongsan/state-machines';
import { advanceSeller } from '../advance-seller.js';
import type { Onboarding } from '../onboarding.js';
import { sellerEventOf } from '../provider-status.js';
import { findProviderSeller } from '../seller-row.js';

/** Webhook or timer, the answer is the same: read the seller and believe what it says now. */
export async function observeSeller(
  { db, provider, now }: Pick<Onboarding, 'db' | 'provider' | 'now'>,
  providerSellerId: string,
): Promise<void> {
  const seller = await findProviderSeller(db, providerSellerId);
  // Not ours; or registered a moment ago, and then its status comes with the answer that brings its id.
  if (!seller || sellerMachine.isFinal(seller.state)) return;
  const status = await readStatus(provider, providerSellerId);
  await transaction(db, (tx) =>
    status === 'gone'
      ? advanceSeller(tx, seller, 'close', { pending_account_sealed: null }, now())
      : advanceSeller(tx, seller, sellerEventOf[status], { provider_status: status }, now()),
  );
}

async function readStatus(provider: Onboarding['provider'], id: string): Promise<SellerStatus | 'gone'> {
  try {
    return (await provider.getSeller({ params: { id } })).entityBody.status;
  } catch (error) {
    const isGone = error instanceof CallError && error.outcome === 'rejected' && error.code === 'NOT_FOUND_SELLER';
    if (isGone) return 'gone';
    throw error;
  }
}
