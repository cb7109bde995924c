import { Refused } from '../api/refused.js';
import { bankCodeOf } from '../bank-accounts/banks.js';
import { traitsOf } from '../bank-accounts/mock-accounts.js';
import type { SellerObject } from './seller.js';

/** Checks a seller's account and converts its bank code to three digits. Throws Refused. */
export function checkAccount(account: SellerObject['account']): SellerObject['account'] {
  const bankCode = bankCodeOf(account.bankCode);
  if (bankCode === undefined) throw new Refused('INVALID_BANK');
  const { exists, isHeldByAnyName } = traitsOf(account.accountNumber);
  if (!exists) throw new Refused('INVALID_ACCOUNT_NUMBER');
  if (!isHeldByAnyName) throw new Refused('NOT_MATCH_HOLDER_NAME');
  return { ...account, bankCode };
}
