export {
  paymentLifecycle,
  paymentStatuses,
  payoutLifecycle,
  payoutStatuses,
  receiptLifecycle,
  receiptStatuses,
  reservationLifecycle,
  reservationStatuses,
  sellerLifecycle,
  sellerStatuses,
  type PaymentStatus,
  type PayoutStatus,
  type ReceiptStatus,
  type ReservationStatus,
  type SellerStatus,
} from './lifecycles.js';
export { codes, commonErrors, providerErrors, type ProviderErrorCode, type ProviderFault } from './errors.js';
export {
  Cancel,
  cashReceiptTypes,
  CashReceiptType,
  currencies,
  EasyPay,
  Failure,
  GiftCertificate,
  metadata,
  MobilePhone,
  OrderId,
  Payment,
  PaymentCard,
  PaymentCashReceipt,
  PaymentCashReceiptEvent,
  PaymentCurrency,
  PaymentKey,
  PaymentMethod,
  paymentMethods,
  paymentTypes,
  RefundReceiveAccount,
  refundStatuses,
  TransactionKey,
  Transfer,
  VirtualAccount,
  type PaymentMethodName,
} from './payment.objects.js';
export {
  cancelPayment,
  confirmPayment,
  confirmPaymentByKey,
  createPayment,
  getPayment,
  getPaymentByOrder,
  payByCardNumber,
} from './payments.contract.js';
export {
  cardIssuers,
  easyPayProviders,
  englishMethods,
  overseasEasyPayProviders,
  type EnglishMethod,
} from './payment-words.js';
export {
  FeeLine,
  feeTypes,
  listSettlements,
  listTransactions,
  requestSettlement,
  Settlement,
  Transaction,
} from './records.contract.js';
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
  BillingDeleted,
  CancelStatusChanged,
  CustomerStatusChanged,
  DepositCallback,
  MethodUpdated,
  PaymentStatusChanged,
  PayoutChanged,
  SellerChanged,
  v1Event,
  v2Event,
  webhookEventTypes,
  WEBHOOK_TIMEOUT_MS,
  webhookHeaders,
  WebhookNudge,
  webhookRetryMinutes,
  type NudgeEventType,
  type WebhookEventType,
} from './webhooks.js';
export { SECURITY_MODE_ENCRYPTION, SECURITY_MODE_HEADER, TEST_CODE_HEADER, TRACE_ID_HEADER } from './security.js';
export { API_VERSION_USUAL, apiVersions, isBefore, type ApiVersion } from './api-versions.js';
export { providerContract } from './provider.contract.js';
export { Book, MerchantSettings, sandboxControlContract } from './sandbox-control.contract.js';
export {
  ActiveFault,
  callFaultKinds,
  Fault,
  faultKinds,
  mangleVariants,
  webhookFaultKinds,
  type CallFaultKind,
  type MangleVariant,
  type WebhookFaultKind,
} from './control/faults.control.js';
export { WEBHOOK_TARGETS_MAX, WebhookAttempt, WebhookDelivery, WebhookTarget } from './control/webhooks.control.js';
export { Clock, CLOCK_SPEED_MAX, LoggedRequest, Seed, Seeded } from './control/world.control.js';
