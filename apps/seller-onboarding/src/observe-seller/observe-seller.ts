import { transaction } from '@jeongsan/database';
import { CallError } from '@jeongsan/http-contract';
import { sellerMachine } from '@jeongsan/state-machines';
import { advanceSeller } from '../advance-seller.js';
import type { Onboarding } from '../onboarding.js';
import { sellerEventOf } from '../provider-status.js';
import { findProviderSeller } from '../seller-row.js';

/** Handles a webhook and a timer alike: reads the seller at the provider and applies its present status. */
export async function observeSeller(
  { db, provider, now }: Pick<Onboarding, 'db' | 'provider' | 'now'>,
  providerSellerId: string,
): Promise<void> {
  const seller = await findProviderSeller(db, providerSellerId);
  // Without a seller under this id, either the id belongs to another merchant, or our registration is not answered yet:
  // its answer brings both id and status.
  if (!seller || sellerMachine.isFinal(seller.state)) return;
  const status = await readStatus(provider, providerSellerId);
  const event = sellerEventOf(status);
  if (status !== GONE && event === undefined) return;
  await transaction(db, (tx) =>
    event === undefined
      ? advanceSeller(tx, seller, 'close', { pending_account_sealed: null }, now())
      : advanceSeller(tx, seller, event, { provider_status: status }, now()),
  );
}

const GONE = 'gone';

async function readStatus(provider: Onboarding['provider'], id: string): Promise<string> {
  try {
    return (await provider.getSeller({ params: { id } })).entityBody.status;
  } catch (error) {
    const isGone = error instanceof CallError && error.outcome === 'rejected' && error.code === 'NOT_FOUND_SELLER';
    if (isGone) return GONE;
    throw error;
  }
}
