import type { Endpoint } from '@jeongsan/http-contract';
import { providerContract } from '@jeongsan/provider-contract';

type ProviderContract = typeof providerContract;
export type DropInOperationName = keyof ProviderContract;

/**
 * The treatment of an operation of the provider at our address. `passed`: forwarded as it arrives. `money`: forwarded with
 * checks before and booking after, since it moves money. `refused`: sellers and payouts are served by our own API alone,
 * because a payout beside our books would be a payout without a ledger entry.
 */
export type DropInTreatment = 'passed' | 'money' | 'refused';

// prettier-ignore
/** Every operation of the provider. An operation that is missing here does not compile. */
export const dropInTreatments = {
  // Payments
  createPayment:            'money',
  payByCardNumber:          'money',
  confirmPayment:           'money',
  confirmPaymentByKey:      'money',
  getPayment:               'passed',
  getPaymentByOrder:        'passed',
  cancelPayment:            'money',
  issueVirtualAccount:      'money',
  // Billing
  issueBillingKeyByCard:    'passed',
  issueBillingKey:          'passed',
  issueBillingKeyByPath:    'passed',
  chargeBilling:            'money',
  deleteBillingKey:         'passed',
  // Promotions, records, receipts
  listPromotions:           'passed',
  getCardPromotion:         'passed',
  listTransactions:         'passed',
  listSettlements:          'passed',
  requestSettlement:        'passed',
  issueCashReceipt:         'passed',
  cancelCashReceipt:        'passed',
  listCashReceipts:         'passed',
  // Sellers, payouts, balance
  createSeller:             'refused',
  updateSeller:             'refused',
  deleteSeller:             'refused',
  getSeller:                'refused',
  listSellers:              'refused',
  getBalance:               'passed',
  createPayouts:            'refused',
  cancelPayout:             'refused',
  getPayout:                'refused',
  listPayouts:              'refused',
  createSubMall:            'refused',
  listSubMalls:             'refused',
  getSubMall:               'refused',
  updateSubMall:            'refused',
  deleteSubMall:            'refused',
  getLegacyBalance:         'refused',
  createLegacyPayouts:      'refused',
  listLegacyPayouts:        'refused',
  getLegacyPayout:          'refused',
  cancelLegacyPayout:       'refused',
  // Bank accounts
  lookupHolderName:         'passed',
  validateAccount:          'passed',
  verifyIdentifier:         'passed',
  verifyHolderName:         'passed',
  verifyHolderRealName:     'passed',
  // Wallet
  listWalletTerms:          'passed',
  agreeWalletTerms:         'passed',
  issueWalletToken:         'passed',
  getWalletMethods:         'passed',
  getWalletMethodsOf:       'passed',
  removeWalletCard:         'passed',
  removeWalletAccount:      'passed',
  confirmWalletPayment:     'money',
  payByWallet:              'money',
  removeWalletCustomer:     'passed',
  listWalletCardPromotions: 'passed',
  listWalletBankPromotions: 'passed',
  // Payment links and their orders
  createProduct:            'passed',
  getProduct:               'passed',
  listProducts:             'passed',
  updateProduct:            'passed',
  deleteProduct:            'passed',
  uploadProductImages:      'passed',
  sendProductSms:           'passed',
  listOrders:               'passed',
  getOrder:                 'passed',
  cancelOrder:              'money',
  // Payments by phone
  createReservation:        'passed',
  getReservation:           'passed',
  updateReservation:        'passed',
  cancelReservation:        'passed',
  getArsSession:            'passed',
} as const satisfies Record<DropInOperationName, DropInTreatment>;

type Treated<T extends DropInTreatment> = {
  [K in DropInOperationName]: (typeof dropInTreatments)[K] extends T ? K : never;
}[DropInOperationName];
export type DropInMoneyOperation = Treated<'money'>;
export type DropInRefusedOperation = Treated<'refused'>;

/** Where our own API has the operation, for the message of the refusal. */
const SELLERS = 'seller-onboarding: /sellers';
const PAYOUTS = 'payout-scheduler: /runs and /payouts';
export const dropInOwnApi = {
  createSeller: SELLERS,
  updateSeller: SELLERS,
  deleteSeller: SELLERS,
  getSeller: SELLERS,
  listSellers: SELLERS,
  createSubMall: SELLERS,
  listSubMalls: SELLERS,
  getSubMall: SELLERS,
  updateSubMall: SELLERS,
  deleteSubMall: SELLERS,
  createPayouts: PAYOUTS,
  cancelPayout: PAYOUTS,
  getPayout: PAYOUTS,
  listPayouts: PAYOUTS,
  getLegacyBalance: PAYOUTS,
  createLegacyPayouts: PAYOUTS,
  listLegacyPayouts: PAYOUTS,
  getLegacyPayout: PAYOUTS,
  cancelLegacyPayout: PAYOUTS,
} as const satisfies Record<DropInRefusedOperation, string>;

/** An operation of the provider as it is served here. */
export type DropInOperation = Readonly<{ name: DropInOperationName; endpoint: Endpoint }>;

export const dropInOperations: readonly DropInOperation[] = Object.entries(providerContract).map(
  ([name, endpoint]) => ({
    name: name as DropInOperationName,
    endpoint,
  }),
);
