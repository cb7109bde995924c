import { bankAccountOperations } from './bank-accounts.contract.js';
import { cashReceiptOperations } from './cash-receipts.contract.js';
import { paymentOperations } from './payments.contract.js';
import { payoutOperations } from './payouts.contract.js';
import { recordOperations } from './records.contract.js';
import { sellerOperations } from './sellers.contract.js';
import { virtualAccountOperations } from './virtual-accounts.contract.js';

/** Every operation of the provider, by name, area by area. */
export const providerContract = {
  ...paymentOperations,
  ...virtualAccountOperations,
  ...recordOperations,
  ...cashReceiptOperations,
  ...sellerOperations,
  ...payoutOperations,
  ...bankAccountOperations,
} as const;
