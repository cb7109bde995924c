import * as bankAccounts from './bank-accounts.contract.js';
import { cancelPayment, confirmPayment, createPayment, getPayment, getPaymentByOrder } from './payments.contract.js';
import { cancelPayout, createPayouts, getBalance, getPayout, listPayouts } from './payouts.contract.js';
import { listSettlements, listTransactions } from './records.contract.js';
import { createSeller, deleteSeller, getSeller, listSellers, updateSeller } from './sellers.contract.js';

/** Every operation of the provider, by name. */
export const providerContract = {
  createPayment,
  confirmPayment,
  getPayment,
  getPaymentByOrder,
  cancelPayment,
  listTransactions,
  listSettlements,
  getBalance,
  createSeller,
  updateSeller,
  deleteSeller,
  getSeller,
  listSellers,
  createPayouts,
  cancelPayout,
  getPayout,
  listPayouts,
  lookupHolderName: bankAccounts.lookupHolderName,
  validateAccount: bankAccounts.validateAccount,
  verifyIdentifier: bankAccounts.verifyIdentifier,
  verifyHolderName: bankAccounts.verifyHolderName,
  verifyHolderRealName: bankAccounts.verifyHolderRealName,
} as const;
