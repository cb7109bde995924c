import type { Output } from '@jeongsan/http-contract';
import { arsOperations } from './ars.contract.js';
import { bankAccountOperations } from './bank-accounts.contract.js';
import { cashReceiptOperations } from './cash-receipts.contract.js';
import { billingOperations } from './billing.contract.js';
import { legacyPayoutOperations } from './legacy-payouts.contract.js';
import { paymentOperations } from './payments.contract.js';
import { payoutOperations } from './payouts.contract.js';
import { promotionOperations } from './promotions.contract.js';
import { orderOperations } from './orders.contract.js';
import { productOperations } from './products.contract.js';
import { readableContract } from './reading.js';
import { recordOperations } from './records.contract.js';
import { sellerOperations } from './sellers.contract.js';
import { virtualAccountOperations } from './virtual-accounts.contract.js';
import { subMallOperations } from './sub-malls.contract.js';
import { walletOperations } from './wallet.contract.js';

/** All operations of the provider by name, in the order of areas. */
export const providerContract = {
  ...paymentOperations,
  ...virtualAccountOperations,
  ...billingOperations,
  ...promotionOperations,
  ...recordOperations,
  ...cashReceiptOperations,
  ...sellerOperations,
  ...payoutOperations,
  ...subMallOperations,
  ...legacyPayoutOperations,
  ...bankAccountOperations,
  ...walletOperations,
  ...productOperations,
  ...orderOperations,
  ...arsOperations,
} as const;

/** All operations of the provider as a client calls them: requests as documented, answers read tolerantly. */
export const clientContract = readableContract(providerContract);

/** The answer of an operation as a client reads it. */
export type Answer<K extends keyof typeof providerContract> = Output<(typeof clientContract)[K]>;
