import type { Onboarding } from '../onboarding.js';
import type { SellerAccount } from '../seller-vault.js';
import { meaningOf } from './provider-answers.js';

export type AccountVerdict =
  | Readonly<{ kind: 'valid' }>
  | Readonly<{ kind: 'refused'; code: string }>
  /** The banks are not answering, as between 23:30 and 00:30. */
  | Readonly<{ kind: 'later' }>;

// Document 2 section 8: a seller's holder may have 60 characters, a name to verify only 50.
const NAME_TO_VERIFY_MAX = 50;

/** Asks the bank, through the provider, whether the account is held under that name. */
export async function checkAccount(provider: Onboarding['provider'], account: SellerAccount): Promise<AccountVerdict> {
  try {
    const isValid = await isHeldUnder(provider, account);
    return isValid ? { kind: 'valid' } : { kind: 'refused', code: 'NOT_MATCH_HOLDER_NAME' };
  } catch (error) {
    const { meaning, code } = meaningOf(error);
    return meaning === 'refuses' ? { kind: 'refused', code } : { kind: 'later' };
  }
}

async function isHeldUnder(provider: Onboarding['provider'], account: SellerAccount): Promise<boolean> {
  const { bankCode, accountNumber, holderName } = account;
  if (holderName.length <= NAME_TO_VERIFY_MAX) {
    const { entityBody } = await provider.verifyHolderName({ body: { bankCode, accountNumber, holderName } });
    return entityBody.isValid;
  }
  const { entityBody } = await provider.lookupHolderName({ body: { bankCode, accountNumber } });
  return entityBody.holderName === holderName;
}
