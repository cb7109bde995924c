import type { Endpoint, Input, Output } from '@jeongsan/http-contract';
import type { sandboxControlContract } from '@jeongsan/provider-contract';
import type { DueWork } from '../due-work.js';
import type { Call } from '../world.js';
import { readBook } from './read-book.js';
import { authenticate, finishCancel, payAsBuyer } from './buyers.js';
import { registerBillingMethod, removeBillingKey } from './billing-window.js';
import { listDeliveries, registerWebhook, resendDelivery } from './developer-console.js';
import { completePayout, failPayout } from './banks.js';
import { changePromotions, readPromotions } from './promotions.js';
import { finishIdentityCheck, finishKyc } from './reviewers.js';
import { completeCashReceipt, failCashReceipt } from './tax-office.js';
import { depositIntoAccount, failDeposit, failRefund, finishRefund } from './virtual-accounts.js';
import { completeLegacyPayout, failLegacyPayout, finishSubMallKyc } from './sub-malls.js';
import { addFault, changeSettings, clearFaults, readClock, readSettings, reset, setClock } from './sandbox-state.js';

/** A call of the control API: as an operation's, and with the work that falls due by itself. */
export type ControlCall = Call & Readonly<{ work: DueWork }>;
export type ControlHandler<E extends Endpoint> = (call: ControlCall, input: Input<E>) => Promise<Output<E>>;
type ControlContract = typeof sandboxControlContract;

/** Who answers which operation of the control API. */
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
  completePayout,
  failPayout,
  readSettings,
  changeSettings,
  registerWebhook,
  listDeliveries,
  resendDelivery,
  addFault,
  clearFaults,
  readBook,
  registerBillingMethod,
  removeBillingKey,
  readPromotions,
  changePromotions,
  finishSubMallKyc,
  completeLegacyPayout,
  failLegacyPayout,
  reset,
};
