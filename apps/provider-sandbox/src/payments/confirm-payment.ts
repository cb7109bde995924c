import {
  type confirmPayment as contract,
  type confirmPaymentByKey as contractByKey,
  paymentLifecycle,
  providerErrors,
} from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { stepOf } from '../lifecycle.js';
import { findAccountOrder } from '../virtual-accounts/account-order.js';
import { issueAccount } from '../virtual-accounts/issue-account.js';
import type { Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { approvePayment } from './approve-payment.js';
import { assertMinimum } from './minimum-amount.js';
import { assertInstallment, windowInstallmentCodes } from './installments.js';
import { lockPayment, type PaymentObject, type PaymentRow, readDetails } from './payment.js';
import { isPayable } from './payment-details.js';
import { confirmRefusals } from './status-refusals.js';

/** Approves what the buyer authenticated (document 1 section 4). */
export const confirmPayment: Handler<typeof contract> = (call, { body }) => confirm(call, body);

/** The older form: the key is in the path. */
export const confirmPaymentByKey: Handler<typeof contractByKey> = (call, { params, body }) =>
  confirm(call, { ...params, ...body });

type Confirmed = Readonly<{ paymentKey: string; orderId: string; amount: bigint }>;

async function confirm(call: Call, body: Confirmed): Promise<PaymentObject> {
  const payment = await lockPayment(call.sql, body.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  const order = payment.method === '가상계좌' ? await findAccountOrder(call.sql, payment.paymentKey) : undefined;
  assertConfirmable(call, payment, order !== undefined);
  const isSameOrder = payment.orderId === body.orderId && payment.totalAmount === body.amount;
  if (!isSameOrder) throw new Refused('FORBIDDEN_REQUEST');
  if (isPayable(payment.method)) assertMinimum(payment.method, payment.totalAmount, payment.currency);
  assertInstallmentOf(call, payment);
  if (payment.refuseWith !== null) {
    throw new Refused(payment.refuseWith, { afterwards: (after) => abortPayment(after, payment.paymentKey) });
  }
  return order ? issueAccount(call, payment, order) : approvePayment(call, payment);
}

/** What the buyer chose in the window is for the card company to judge. */
function assertInstallmentOf(call: Call, payment: PaymentRow): void {
  const { card } = readDetails(payment.details);
  if (card === null) return;
  const { installmentPlanMonths: months, cardType } = card;
  const { settings } = call.world.merchant;
  assertInstallment({ months, amount: payment.totalAmount, card: { cardType } }, settings, windowInstallmentCodes);
}

function assertConfirmable(call: Call, payment: PaymentRow, isBankChosen: boolean): void {
  // The buyer of a virtual account names a bank and authenticates nothing: the payment is still READY.
  const refusal = payment.status === 'READY' && isBankChosen ? undefined : confirmRefusals[payment.status];
  if (refusal) throw new Refused(refusal);
  // The payment expires at its time, not when the loop that marks it comes by.
  if (payment.expiresAt !== null && payment.expiresAt <= call.now) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
}

/** The approval failed for good: the payment keeps why. */
export async function abortPayment(call: Call, paymentKey: string): Promise<void> {
  const payment = await lockPayment(call.sql, paymentKey);
  const status = payment && stepOf(paymentLifecycle, payment.status, 'fail');
  if (status === undefined || !payment?.refuseWith) return;
  const failure = { code: payment.refuseWith, message: providerErrors[payment.refuseWith].ko };
  await call.sql.rows('update payment set status = $2, failure = $3, expires_at = null where payment_key = $1', [
    paymentKey,
    status,
    JSON.stringify(failure),
  ]);
  await announcePayment(call, { ...payment, status, failure, expiresAt: null });
}
