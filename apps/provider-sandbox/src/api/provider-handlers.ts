import { cancelReservation } from '../ars/cancel-reservation.js';
import { createReservation } from '../ars/create-reservation.js';
import { getArsSession, getReservation } from '../ars/read-ars.js';
import { updateReservation } from '../ars/update-reservation.js';
import { getBalance } from '../balance/balance.js';
import {
  lookupHolderName,
  validateAccount,
  verifyHolderName,
  verifyHolderRealName,
  verifyIdentifier,
} from '../bank-accounts/verify-account.js';
import { underPayoutContract } from '../merchant/under-payout-contract.js';
import { cancelCashReceipt } from '../cash-receipts/cancel-cash-receipt.js';
import { issueCashReceipt } from '../cash-receipts/issue-cash-receipt.js';
import { listCashReceipts } from '../cash-receipts/list-cash-receipts.js';
import { chargeBilling } from '../billing/charge-billing.js';
import { issueBillingKey, issueBillingKeyByCard, issueBillingKeyByPath } from '../billing/issue-billing-key.js';
import { deleteBillingKey } from '../billing/remove-billing-key.js';
import { cancelOrder } from '../orders/cancel-order.js';
import { getOrder, listOrders } from '../orders/read-orders.js';
import { cancelPayment } from '../payments/cancel-payment.js';
import { confirmPayment, confirmPaymentByKey } from '../payments/confirm-payment.js';
import { confirmTogether } from '../payments/confirm-together.js';
import { createPayment } from '../payments/create-payment.js';
import { payByCardNumber } from '../payments/pay-by-card-number.js';
import { getPayment, getPaymentByOrder } from '../payments/read-payment.js';
import { cancelPayout } from '../payouts/cancel-payout.js';
import { createPayouts } from '../payouts/create-payouts.js';
import { getPayout, listPayouts } from '../payouts/read-payouts.js';
import { getCardPromotion, listPromotions } from '../promotions/read-promotions.js';
import { createProduct } from '../products/create-product.js';
import { deleteProduct, getProduct, listProducts } from '../products/read-products.js';
import { sendProductSms } from '../products/send-sms.js';
import { updateProduct } from '../products/update-product.js';
import { uploadProductImages } from '../products/upload-images.js';
import { listSettlements } from '../records/list-settlements.js';
import { listTransactions } from '../records/list-transactions.js';
import { requestSettlement } from '../records/request-settlement.js';
import { createSeller } from '../sellers/create-seller.js';
import { deleteSeller, getSeller, listSellers } from '../sellers/read-sellers.js';
import { updateSeller } from '../sellers/update-seller.js';
import { issueVirtualAccount } from '../virtual-accounts/issue-virtual-account.js';
import { cancelLegacyPayout } from '../sub-malls/cancel-legacy-payout.js';
import { createLegacyPayouts } from '../sub-malls/create-legacy-payouts.js';
import { createSubMall } from '../sub-malls/create-sub-mall.js';
import { getLegacyBalance, getLegacyPayout, listLegacyPayouts } from '../sub-malls/read-legacy-payouts.js';
import { deleteSubMall, getSubMall, listSubMalls } from '../sub-malls/read-sub-malls.js';
import { updateSubMall } from '../sub-malls/update-sub-mall.js';
import { agreeWalletTerms } from '../wallet/agree-terms.js';
import { confirmWalletPayment } from '../wallet/confirm-wallet-payment.js';
import { issueWalletToken } from '../wallet/issue-token.js';
import { payByWallet } from '../wallet/pay-by-wallet.js';
import { getWalletMethods, getWalletMethodsOf } from '../wallet/read-methods.js';
import { removeWalletCustomer } from '../wallet/remove-customer.js';
import { removeWalletAccount, removeWalletCard } from '../wallet/remove-method.js';
import { listWalletTerms } from '../wallet/terms.js';
import { listWalletBankPromotions, listWalletCardPromotions } from '../wallet/wallet-offers.js';
import type { GroupHandlers, Handlers } from './operation.js';

/** The handler of each operation of the contract. */
export const providerHandlers: Handlers = {
  createPayment,
  payByCardNumber,
  confirmPayment,
  confirmPaymentByKey,
  getPayment,
  getPaymentByOrder,
  cancelPayment,
  issueVirtualAccount,
  issueCashReceipt,
  cancelCashReceipt,
  listCashReceipts,
  issueBillingKeyByCard,
  issueBillingKey,
  issueBillingKeyByPath,
  chargeBilling,
  deleteBillingKey,
  listPromotions,
  getCardPromotion,
  listTransactions,
  listSettlements,
  requestSettlement,
  getBalance: underPayoutContract(getBalance),
  createSeller: underPayoutContract(createSeller),
  updateSeller: underPayoutContract(updateSeller),
  deleteSeller: underPayoutContract(deleteSeller),
  getSeller: underPayoutContract(getSeller),
  listSellers: underPayoutContract(listSellers),
  createPayouts: underPayoutContract(createPayouts),
  cancelPayout: underPayoutContract(cancelPayout),
  getPayout: underPayoutContract(getPayout),
  listPayouts: underPayoutContract(listPayouts),
  createSubMall,
  listSubMalls,
  getSubMall,
  updateSubMall,
  deleteSubMall,
  getLegacyBalance,
  createLegacyPayouts,
  listLegacyPayouts,
  getLegacyPayout,
  cancelLegacyPayout,
  lookupHolderName,
  validateAccount,
  verifyIdentifier,
  verifyHolderName,
  verifyHolderRealName,
  listWalletTerms,
  agreeWalletTerms,
  issueWalletToken,
  getWalletMethods,
  getWalletMethodsOf,
  removeWalletCard,
  removeWalletAccount,
  confirmWalletPayment,
  payByWallet,
  removeWalletCustomer,
  listWalletCardPromotions,
  listWalletBankPromotions,
  createProduct,
  getProduct,
  listProducts,
  updateProduct,
  deleteProduct,
  uploadProductImages,
  sendProductSms,
  listOrders,
  getOrder,
  cancelOrder,
  createReservation,
  getReservation,
  updateReservation,
  cancelReservation,
  getArsSession,
};

/** Operations whose requests are executed in groups, many in one transaction. */
export const providerGroupHandlers: GroupHandlers = { confirmPayment: confirmTogether };
