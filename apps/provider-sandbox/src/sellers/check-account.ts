import { Refused } from '../api/refused.js';
import { bankCodeOf } from '../bank-accounts/banks.js';
import { isHeldBy } from '../bank-accounts/holders.js';
import { traitsOf } from '../bank-accounts/mock-accounts.js';
import type { Call } from '../world.js';
import type { SellerObject } from './seller.js';

/** Checks a seller's account and converts its bank code to three digits. Throws Refused. */
export async function checkAccount(call: Call, account: SellerObject['account']): Promise<SellerObject['account']> {
  const bankCode = bankCodeOf(account.bankCode);
  if (bankCode === undefined) throw new Refused('INVALID_BANK');
  const { accountNumber, holderName } = account;
  if (!traitsOf(accountNumber).exists) throw new Refused('INVALID_ACCOUNT_NUMBER');
  const isHeld = await isHeldBy(call, { bankCode, accountNumber }, { holderName });
  if (!isHeld) throw new Refused('NOT_MATCH_HOLDER_NAME');
  return { ...account, bankCode };
}
