import { maskAccount } from './mask-account.js';
import type { SellerAccount, SellerVault } from './seller-vault.js';

/** The columns of a seller's row that hold an account. */
export async function accountColumns(vault: SellerVault, sellerId: string, account: SellerAccount) {
  return {
    bank_code: account.bankCode,
    account_sealed: await vault.seal(sellerId, account),
    account_masked: maskAccount(account.accountNumber),
    account_fingerprint: vault.fingerprint(account),
  };
}
