import type { confirmPayment as contract, confirmPaymentByKey as contractByKey } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { isWalletPayment } from '../api/path-alias.js';
import { Refused } from '../api/refused.js';
import { chargeDiscount } from '../promotions/window-discount.js';
import { findAccountOrder } from '../virtual-accounts/account-order.js';
import { issueAccount } from '../virtual-accounts/issue-account.js';
import { assertPayer } from '../wallet/assert-payer.js';
import { markUsed } from '../wallet/wallet-payment.js';
import type { Call } from '../world.js';
import { approvePayment } from './approve-payment.js';
import { assertApprovable, type Confirmed } from './assert-approvable.js';
import { lockPayment } from './payment.js';
import type { PaymentObject, PaymentRow } from './payment-row.js';

/** Approves a payment that the buyer authenticated (document 1 section 4). */
export const confirmPayment: Handler<typeof contract> = (call, { body }) => confirm(call, body);

/** The older form of the operation, with the payment key in the path. */
export const confirmPaymentByKey: Handler<typeof contractByKey> = (call, { params, body }) =>
  confirm(call, { ...params, ...body });

async function confirm(call: Call, body: Confirmed): Promise<PaymentObject> {
  const payment = await lockPayment(call.sql, body.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  if (isWalletPayment(payment)) return confirmOfWallet(call, payment, body);
  const order = payment.method === '가상계좌' ? await findAccountOrder(call.sql, payment.paymentKey) : undefined;
  assertApprovable(call, payment, body, order !== undefined);
  if (order) return issueAccount(call, payment, order);
  await chargeDiscount(call, payment);
  return approvePayment(call, payment);
}

async function confirmOfWallet(call: Call, payment: PaymentRow, body: Confirmed): Promise<PaymentObject> {
  if (payment.status === 'IN_PROGRESS') await assertPayer(call, payment);
  assertApprovable(call, payment, body, false);
  await markUsed(call, payment.paymentKey);
  return approvePayment(call, payment);
}
