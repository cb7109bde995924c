export {
  paymentLifecycle,
  paymentStatuses,
  payoutLifecycle,
  payoutStatuses,
  sellerLifecycle,
  sellerStatuses,
  type PaymentStatus,
  type PayoutStatus,
  type SellerStatus,
} from './lifecycles.js';
export { codes, commonErrors, providerErrors, type ProviderErrorCode, type ProviderFault } from './errors.js';
export {
  Cancel,
  EasyPay,
  MobilePhone,
  OrderId,
  Payment,
  PaymentCard,
  PaymentKey,
  PaymentMethod,
  paymentMethods,
  TransactionKey,
  Transfer,
  type PaymentMethodName,
} from './payment.objects.js';
export { cancelPayment, confirmPayment, createPayment, getPayment, getPaymentByOrder } from './payments.contract.js';
export { listSettlements, listTransactions, Settlement, Transaction } from './records.contract.js';
export { entity, entityList } from './v2-envelope.js';
export {
  AccountIn,
  BankCode,
  businessTypes,
  createSeller,
  deleteSeller,
  getSeller,
  listSellers,
  Seller,
  SellerId,
  updateSeller,
  type BusinessType,
} from './sellers.contract.js';
export {
  Balance,
  cancelPayout,
  createPayouts,
  getBalance,
  getPayout,
  listPayouts,
  Payout,
  PAYOUT_AMOUNT_LIMIT,
  PayoutId,
  PayoutRequest,
  PAYOUTS_PER_REQUEST_MAX,
  TRANSACTION_DESCRIPTION_MAX,
} from './payouts.contract.js';
export {
  lookupHolderName,
  validateAccount,
  verifyHolderName,
  verifyHolderRealName,
  verifyIdentifier,
} from './bank-accounts.contract.js';
export {
  PaymentStatusChanged,
  PayoutChanged,
  SellerChanged,
  WEBHOOK_TIMEOUT_MS,
  webhookHeaders,
  WebhookNudge,
  webhookRetryMinutes,
  type WebhookEventType,
} from './webhooks.js';
export { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER, TEST_CODE_HEADER, TRACE_ID_HEADER } from './security.js';
export { providerContract } from './provider.contract.js';
export {
  Book,
  Clock,
  Fault,
  faultKinds,
  MerchantSettings,
  sandboxControlContract,
  WebhookDelivery,
  WebhookTarget,
} from './sandbox-control.contract.js';
