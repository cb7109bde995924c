import { bankAccountOperations } from './bank-accounts.contract.js';
import { paymentOperations } from './payments.contract.js';
import { payoutOperations } from './payouts.contract.js';
import { recordOperations } from './records.contract.js';
import { sellerOperations } from './sellers.contract.js';

/** Every operation of the provider, by name, area by area. */
export const providerContract = {
  ...paymentOperations,
  ...recordOperations,
  ...sellerOperations,
  ...payoutOperations,
  ...bankAccountOperations,
} as const;
