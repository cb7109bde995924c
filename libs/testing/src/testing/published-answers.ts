import type { providerContract, WebhookEventType } from '@jeongsan/provider-contract';
import * as links from './published-links.js';
import * as payments from './published-payments.js';
import { cardPromotion, promotion } from './published-promotions.js';
import { instant, list, localTime, nullable, number, object, type Published, text, words } from './published.js';
import * as others from './published-wallet-and-payouts.js';

const { payment, billing, cashReceipt, subMall, legacyPayout } = payments;
/** The balance of the legacy interface: not in the documents, seen in public clients. */
const legacyBalance = object('Balance of the legacy interface', { balance: number });

/** The published answer of every operation; undefined: an empty body. Operations beside the documents answer documented objects. */
// prettier-ignore
export const publishedAnswers: Readonly<Record<keyof typeof providerContract, Published | undefined>> = {
  createPayment: payment,
  payByCardNumber: payment,
  confirmPayment: payment,
  confirmPaymentByKey: payment,
  getPayment: payment,
  getPaymentByOrder: payment,
  cancelPayment: payment,
  issueVirtualAccount: payment,
  issueBillingKeyByCard: billing,
  issueBillingKey: billing,
  issueBillingKeyByPath: billing,
  chargeBilling: payment,
  deleteBillingKey: undefined,
  listPromotions: list(promotion),
  getCardPromotion: cardPromotion,
  listTransactions: list(payments.transaction),
  listSettlements: list(payments.settlement),
  requestSettlement: payments.settlementRequested,
  issueCashReceipt: cashReceipt,
  cancelCashReceipt: cashReceipt,
  listCashReceipts: payments.cashReceiptPage,
  createSeller: others.sellerEntity,
  updateSeller: others.sellerEntity,
  deleteSeller: others.deletedSeller,
  getSeller: others.sellerEntity,
  listSellers: others.sellerList,
  getBalance: others.balanceEntity,
  createPayouts: others.payoutList,
  cancelPayout: others.payoutEntity,
  getPayout: others.payoutEntity,
  listPayouts: others.payoutList,
  createSubMall: subMall,
  listSubMalls: list(subMall),
  getSubMall: subMall,
  updateSubMall: subMall,
  deleteSubMall: text(),
  getLegacyBalance: legacyBalance,
  createLegacyPayouts: legacyBalance,
  listLegacyPayouts: list(legacyPayout),
  getLegacyPayout: legacyPayout,
  cancelLegacyPayout: legacyPayout,
  lookupHolderName: others.holderName,
  validateAccount: others.isValid,
  verifyIdentifier: others.isValid,
  verifyHolderName: others.isValid,
  verifyHolderRealName: others.isValid,
  listWalletTerms: list(others.terms),
  agreeWalletTerms: others.agreement,
  issueWalletToken: others.accessToken,
  getWalletMethods: others.walletMethod,
  getWalletMethodsOf: others.walletMethod,
  removeWalletCard: others.walletCard,
  removeWalletAccount: others.walletAccount,
  confirmWalletPayment: payment,
  payByWallet: payment,
  removeWalletCustomer: others.removedCustomer,
  listWalletCardPromotions: others.walletCardPromotion,
  listWalletBankPromotions: others.walletBankPromotion,
  createProduct: links.product,
  getProduct: links.product,
  listProducts: list(links.product),
  updateProduct: links.product,
  deleteProduct: links.deletedProduct,
  uploadProductImages: list(links.productImage),
  sendProductSms: links.sent,
  listOrders: list(links.order),
  getOrder: links.order,
  cancelOrder: links.order,
  createReservation: links.reservationEntity,
  getReservation: links.reservationEntity,
  updateReservation: links.reservationEntity,
  cancelReservation: links.reservationEntity,
  getArsSession: links.sessionEntity,
};

const older = (eventType: WebhookEventType, data: Published): Published =>
  object('Webhook', { eventType: words(eventType), createdAt: localTime, data });
const newer = (eventType: WebhookEventType, entityType: string, entityBody: Published): Published =>
  object('Webhook of v2', {
    eventType: words(eventType),
    createdAt: instant,
    version: text(),
    eventId: text(),
    entityType: words(entityType),
    entityBody,
  });

/** The published body of every webhook (the provider's page of webhook events; the objects are those of the documents). */
export const publishedWebhooks: Readonly<Record<WebhookEventType, Published>> = {
  PAYMENT_STATUS_CHANGED: older('PAYMENT_STATUS_CHANGED', payment),
  DEPOSIT_CALLBACK: object('DEPOSIT_CALLBACK', {
    createdAt: localTime,
    secret: text(50),
    status: payments.paymentStatuses,
    transactionKey: text(64),
    orderId: text(64),
  }),
  CANCEL_STATUS_CHANGED: older('CANCEL_STATUS_CHANGED', payments.cancel),
  BILLING_DELETED: older(
    'BILLING_DELETED',
    object('BILLING_DELETED.data', { billingKey: text(200), reason: nullable(text()) }),
  ),
  METHOD_UPDATED: older(
    'METHOD_UPDATED',
    object('METHOD_UPDATED.data', {
      customerKey: text(),
      methodKey: text(),
      status: words('ENABLED', 'DISABLED', 'ALIAS_UPDATED'),
    }),
  ),
  CUSTOMER_STATUS_CHANGED: older(
    'CUSTOMER_STATUS_CHANGED',
    object('CUSTOMER_STATUS_CHANGED.data', {
      customerKey: text(),
      status: words('CREATED', 'REMOVED', 'PASSWORD_CHANGED', 'ONE_TOUCH_ACTIVATED', 'ONE_TOUCH_DEACTIVATED'),
      changedAt: instant,
    }),
  ),
  ORDER_PAYMENT_STATUS_CHANGED: older(
    'ORDER_PAYMENT_STATUS_CHANGED',
    object('ORDER_PAYMENT_STATUS_CHANGED.data', links.orderOfWebhook),
  ),
  PAYOUT_STATUS_CHANGED: older('PAYOUT_STATUS_CHANGED', legacyPayout),
  SUBMALL_STATUS_CHANGED: older('SUBMALL_STATUS_CHANGED', subMall),
  'payout.changed': newer('payout.changed', 'payout', others.payout),
  'seller.changed': newer('seller.changed', 'seller', others.seller),
  'ars-reservation.changed': newer('ars-reservation.changed', 'ars-reservation', links.reservationOfWebhook),
};

/** The published bodies of errors. */
export const publishedErrors = { v1: payments.v1Error, v2: others.v2Error } as const;
