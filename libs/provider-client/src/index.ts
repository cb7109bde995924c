export {
  createClientFor,
  createProviderClient,
  type ProviderClient,
  type ProviderClientOptions,
} from './provider-client.js';
export {
  eachCashReceipt,
  eachOrder,
  eachPayout,
  eachProduct,
  eachSeller,
  eachSettlementPage,
  eachTransaction,
  eachTransactionPage,
  type CashReceiptRow,
  type OrderRow,
  type PayoutItem,
  type ProductRow,
  type SellerItem,
  type SettlementRow,
  type TransactionRow,
} from './listings.js';
export { basicAuthorization } from './basic-authorization.js';
export { bearerAuthorization } from './bearer-authorization.js';
export { sealedSend, type SealedSendOptions } from './sealed-send.js';
export { retriedReads, type RetryOptions } from './retried-reads.js';
export { providerEnv, providerOptions } from './provider-env.js';
