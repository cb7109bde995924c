import { CallError } from '@jeongsan/http-contract';
import type { Onboarding } from '../onboarding.js';
import type { SellerAccount } from '../seller-vault.js';
import { meaningOf } from './provider-answers.js';

export type AccountChange =
  | Readonly<{ kind: 'changed' }>
  | Readonly<{ kind: 'refused'; code: string }>
  /** The provider has no seller with this id any more. */
  | Readonly<{ kind: 'gone' }>;

/**
 * Sends the new account of a seller to the provider. Needs no Idempotency-Key, because sending the same account twice
 * has the same effect as sending it once.
 */
export async function changeAtProvider(
  provider: Onboarding['provider'],
  providerSellerId: string,
  account: SellerAccount,
): Promise<AccountChange> {
  try {
    await provider.updateSeller({ params: { id: providerSellerId }, body: { account } });
    return { kind: 'changed' };
  } catch (error) {
    if (error instanceof CallError && error.outcome === 'rejected' && error.code === 'NOT_FOUND_SELLER') {
      return { kind: 'gone' };
    }
    const { meaning, code } = meaningOf(error);
    if (meaning !== 'refuses') throw error;
    return { kind: 'refused', code };
  }
}
