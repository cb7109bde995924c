import type { ControlHandler } from './control-handler.js';
import type { sandboxControlContract } from '@jeongsan/sandbox-control';
import { seed } from '../seed/seed.js';
import { readBook } from './read-book.js';
import { authenticate, finishCancel, payAsBuyer } from './buyers.js';
import {
  listDeliveries,
  listWebhookTargets,
  readDelivery,
  registerWebhook,
  registerWebhookTarget,
  removeWebhookTarget,
  resendDelivery,
} from './developer-console.js';
import { addFault, clearFaults, listFaults, listRequests, removeFault } from './faults.js';
import { describeBankAccount } from './bank-accounts.js';
import { completePayout, failPayout, rejectPayout, removePayout } from './banks.js';
import { finishIdentityCheck, finishKyc, reviewSellerAgain } from './reviewers.js';
import { changeSettings, readClock, readSettings, reset, setClock } from './sandbox-state.js';
import { registerBillingMethod, removeBillingKey } from './billing-window.js';
import { addMerchant, changeMerchantKeys, listMerchants } from './merchants.js';
import { changePromotions, readPromotions } from './promotions.js';
import { buyFromLink, callArs, listSms } from './link-customers.js';
import { completeCashReceipt, failCashReceipt } from './tax-office.js';
import { depositIntoAccount, failDeposit, failRefund, finishRefund } from './virtual-accounts.js';
import { completeLegacyPayout, failLegacyPayout, finishSubMallKyc } from './sub-malls.js';
import {
  authorizeWalletCustomer,
  changeWalletCustomer,
  readWalletCustomer,
  registerWalletAccount,
  registerWalletCard,
  renameWalletMethod,
  withdrawWalletCustomer,
} from './wallet-customers.js';
import { payAsWalletCustomer } from './wallet-window.js';

type ControlContract = typeof sandboxControlContract;

/** The handler of each operation of the control API. */
export const controlHandlers: { readonly [K in keyof ControlContract]: ControlHandler<ControlContract[K]> } = {
  readClock,
  setClock,
  payAsBuyer,
  authenticatePayment: authenticate,
  depositIntoAccount,
  failDeposit,
  finishRefund,
  failRefund,
  completeCashReceipt,
  failCashReceipt,
  finishCancel,
  finishIdentityCheck,
  finishKyc,
  reviewSellerAgain,
  completePayout,
  failPayout,
  rejectPayout,
  removePayout,
  authorizeWalletCustomer,
  readWalletCustomer,
  changeWalletCustomer,
  withdrawWalletCustomer,
  registerWalletCard,
  registerWalletAccount,
  renameWalletMethod,
  payAsWalletCustomer,
  readSettings,
  changeSettings,
  registerWebhook,
  registerWebhookTarget,
  listWebhookTargets,
  removeWebhookTarget,
  listDeliveries,
  readDelivery,
  resendDelivery,
  describeBankAccount,
  addFault,
  listFaults,
  removeFault,
  clearFaults,
  listRequests,
  seed,
  buyFromLink,
  listSms,
  callArs,
  readBook,
  registerBillingMethod,
  removeBillingKey,
  readPromotions,
  changePromotions,
  finishSubMallKyc,
  completeLegacyPayout,
  failLegacyPayout,
  addMerchant,
  changeMerchantKeys,
  listMerchants,
  reset,
};
