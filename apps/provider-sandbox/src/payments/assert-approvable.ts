import { paymentLifecycle, providerErrors } from '@jeongsan/provider-contract';
import { Refused } from '../api/refused.js';
import { RefusedWithEffect } from '../api/refused-with-effect.js';
import { stepOf } from '../lifecycle.js';
import type { Asked, Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { assertInstallment, windowInstallmentCodes } from './installments.js';
import { assertMinimum } from './minimum-amount.js';
import { lockPayment, readDetails } from './payment.js';
import type { PaymentRow } from './payment-row.js';
import { confirmRefusals } from './status-refusals.js';

/** The merchant's confirm: it must fit the payment. */
export type Confirmed = Readonly<{ paymentKey: string; orderId: string; amount: bigint }>;

/** Throws Refused for a confirm that the provider does not approve. */
export function assertApprovable(request: Asked, payment: PaymentRow, body: Confirmed, isBankChosen: boolean): void {
  assertConfirmable(request, payment, isBankChosen);
  const isSameOrder = payment.orderId === body.orderId && payment.totalAmount === body.amount;
  if (!isSameOrder) throw new Refused('FORBIDDEN_REQUEST');
  assertMinimum(payment.method, payment.totalAmount, payment.currency);
  assertInstallmentOf(request, payment);
  if (payment.refuseWith !== null) {
    throw new RefusedWithEffect(payment.refuseWith, (after) => abortPayment(after, payment.paymentKey));
  }
}

/** Checks the installment plan that the buyer chose in the window, as the card company would. */
function assertInstallmentOf(call: Asked, payment: PaymentRow): void {
  const { card } = readDetails(payment.details);
  if (card === null) return;
  const { installmentPlanMonths: months, cardType } = card;
  const { settings } = call.world.merchant;
  assertInstallment({ months, amount: payment.totalAmount, card: { cardType } }, settings, windowInstallmentCodes);
}

function assertConfirmable(call: Asked, payment: PaymentRow, isBankChosen: boolean): void {
  // The buyer of a virtual account names a bank and authenticates nothing: the payment is still READY.
  const refusal = payment.status === 'READY' && isBankChosen ? undefined : confirmRefusals[payment.status];
  if (refusal) throw new Refused(refusal);
  // A payment expires at its time, even if the periodic task has not marked it yet.
  if (payment.expiresAt !== null && payment.expiresAt <= call.now) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
}

/** Aborts a payment whose approval was refused for good, and stores the reason. */
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
