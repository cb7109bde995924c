import type { Onboarding } from '../onboarding.js';
import type { SellerAccount } from '../seller-vault.js';
import { meaningOf } from './provider-answers.js';

export type AccountVerdict =
  | Readonly<{ kind: 'valid' }>
  | Readonly<{ kind: 'refused'; code: string }>
  /** The banks do not answer, for example between 23:30 and 00:30. */
  | Readonly<{ kind: 'later' }>;

// A seller's holder name may have 60 characters, but a name to verify only 50 (document 2 section 8). Longer names are
// looked up and compared here.
const NAME_TO_VERIFY_MAX = 50;

/** Asks the bank, through the provider, whether the account belongs to the holder name. */
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
