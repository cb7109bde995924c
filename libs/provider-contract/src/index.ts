export {
  legacyPayoutLifecycle,
  legacyPayoutStatuses,
  paymentLifecycle,
  paymentStatuses,
  payoutLifecycle,
  payoutStatuses,
  receiptLifecycle,
  receiptStatuses,
  refundLifecycle,
  refundStatuses,
  reservationLifecycle,
  reservationStatuses,
  sellerLifecycle,
  sellerStatuses,
  subMallLifecycle,
  subMallStatuses,
  type LegacyPayoutStatus,
  walletCustomerLifecycle,
  walletCustomerStatuses,
  walletMethodLifecycle,
  walletMethodStatuses,
  type PaymentStatus,
  type PayoutStatus,
  type ReceiptStatus,
  type RefundStatus,
  type ReservationStatus,
  type SellerStatus,
  type SubMallStatus,
  type WalletCustomerStatus,
  type WalletMethodStatus,
} from './lifecycles.js';
export { fromMinorUnits, toMinorUnits } from './minor-units.js';
export { bankNamed, banks, type Bank } from './banks.js';
export {
  codes,
  commonErrors,
  providerErrors,
  temporaryErrors,
  type ProviderErrorCode,
  type ProviderFault,
} from './errors.js';
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
  MobilePhoneNumber,
  OrderId,
  Payment,
  PaymentCard,
  PaymentCashReceipt,
  PaymentCashReceiptEvent,
  PaymentCurrency,
  PaymentKey,
  PaymentMethod,
  paymentMethods,
  ALIAS_TYPE,
  paymentTypes,
  RefundReceiveAccount,
  TransactionKey,
  Transfer,
  VirtualAccount,
  WalletOrderId,
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
  easyPayProviders,
  englishMethods,
  koreanMethod,
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
export {
  CASH_RECEIPTS_LIMIT_MAX,
  cancelCashReceipt,
  CashReceipt,
  issueCashReceipt,
  listCashReceipts,
} from './cash-receipts.contract.js';
export {
  BankName,
  IdentityNumber,
  issueVirtualAccount,
  ReceiptRequest,
  VALID_HOURS_DEFAULT,
  VALID_HOURS_MAX,
} from './virtual-accounts.contract.js';
export { AuthKey, Billing, BillingCard, BillingKey, CUSTOMER_KEY } from './billing.objects.js';
export {
  chargeBilling,
  deleteBillingKey,
  issueBillingKey,
  issueBillingKeyByCard,
  issueBillingKeyByPath,
} from './billing.contract.js';
export { cardIssuerNamed, cardIssuers, type CardIssuer } from './card-issuers.js';
export {
  BankDiscount,
  CardDiscount,
  CardInterestFree,
  CardPoint,
  CardPromotion,
  DiscountCode,
  getCardPromotion,
  listPromotions,
  Promotion,
  promotionTypes,
} from './promotions.contract.js';
export {
  cancelLegacyPayout,
  createLegacyPayouts,
  getLegacyBalance,
  getLegacyPayout,
  LegacyPayout,
  listLegacyPayouts,
} from './legacy-payouts.contract.js';
export {
  createSubMall,
  deleteSubMall,
  getSubMall,
  listSubMalls,
  SubMall,
  updateSubMall,
} from './sub-malls.contract.js';
export { entity, entityList } from './v2-envelope.js';
export { IncompleteListing, type ListingFault } from './incomplete-listing.js';
export { type Listing, type ListingPage, listingPages, type ReadPage } from './listing-pages.js';
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
  payoutFailureCodes,
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
  agreeWalletTerms,
  confirmWalletPayment,
  getWalletMethods,
  getWalletMethodsOf,
  issueWalletToken,
  listWalletBankPromotions,
  listWalletCardPromotions,
  listWalletTerms,
  payByWallet,
  removeWalletAccount,
  removeWalletCard,
  removeWalletCustomer,
  WalletCashReceiptRequest,
} from './wallet.contract.js';
export {
  MethodKey,
  WalletBankAccount,
  WalletBankPromotion,
  WalletBankPromotionItem,
  WalletCard,
  WalletCardPromotion,
  WalletCardPromotionItem,
  WalletCustomerKey,
  WalletMethod,
  walletScopeKinds,
  WalletScopes,
  walletScopes,
  WalletTerms,
  WalletToken,
  type WalletScope,
} from './wallet.objects.js';
export {
  imageTypes,
  IMAGE_BYTES_MAX,
  IMAGE_FILES_MAX,
  LINK_LIST_LIMIT_DEFAULT,
  LINK_LIST_LIMIT_MAX,
  Product,
  productFields,
  ProductImage,
  ProductKey,
  QUERY_PARAMS_CHARACTERS_MAX,
} from './products.objects.js';
export {
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  sendProductSms,
  updateProduct,
  uploadProductImages,
} from './products.contract.js';
export {
  cancelOrder,
  getOrder,
  listOrders,
  MetaFields,
  Order,
  OrderItem,
  OrderKey,
  OrderPaymentStatusChanged,
  Shipping,
} from './orders.contract.js';
export {
  ArsReservationChanged,
  ArsSession,
  cancelReservation,
  createReservation,
  getArsSession,
  getReservation,
  Reservation,
  ReservationId,
  updateReservation,
} from './ars.contract.js';
export {
  BillingDeleted,
  CancelStatusChanged,
  CustomerStatusChanged,
  DepositCallback,
  LegacyPayoutStatusChanged,
  MethodUpdated,
  PaymentStatusChanged,
  PayoutChanged,
  SellerChanged,
  SubMallStatusChanged,
  v1Event,
  v2Event,
  webhookEventTypes,
  WEBHOOK_TIMEOUT_MS,
  webhookHeaders,
  webhookRetryMinutes,
  type WebhookEventType,
} from './webhooks.js';
export {
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  SECURITY_MODE_ENCRYPTION,
  SECURITY_MODE_HEADER,
  TEST_CODE_HEADER,
  TRACE_ID_HEADER,
} from './security.js';
export { API_VERSION_USUAL, apiVersions, isBefore, type ApiVersion } from './api-versions.js';
export { pathsOf, WALLET_ALIAS } from './path-alias.js';
export { type Answer, clientContract, providerContract } from './provider.contract.js';
export {
  listedSettlement,
  type ListedSettlement,
  listedTransaction,
  type ListedTransaction,
  recordListsContract,
} from './record-lists.contract.js';
export { type Decisive, type Open, readable, type Read, type Readable } from './reading.js';
export { isSignedEvent, type SignedEventType, webhookEvents } from './webhook-events.js';
export { errorEnvelope, V1Error, V2Error } from './error-envelopes.js';
export { providerApiStyle, providerOpenApi } from './provider-openapi.js';
