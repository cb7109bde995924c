import { providerErrors, type confirmPayment as contract, paymentLifecycle } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { stepOf } from '../lifecycle.js';
import type { Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { approvePayment } from './approve-payment.js';
import { assertMinimum } from './minimum-amount.js';
import { lockPayment, type PaymentRow } from './payment.js';
import { isPayable } from './payment-details.js';
import { confirmRefusals } from './status-refusals.js';

/** Approves what the buyer authenticated (document 1 section 4). */
export const confirmPayment: Handler<typeof contract> = async (call, { body }) => {
  const payment = await lockPayment(call.sql, body.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  assertConfirmable(call, payment);
  const isSameOrder = payment.orderId === body.orderId && payment.totalAmount === body.amount;
  if (!isSameOrder) throw new Refused('FORBIDDEN_REQUEST');
  if (isPayable(payment.method)) assertMinimum(payment.method, payment.totalAmount);
  if (payment.refuseWith !== null) {
    throw new Refused(payment.refuseWith, { afterwards: (after) => abortPayment(after, payment.paymentKey) });
  }
  return approvePayment(call, payment);
};

function assertConfirmable(call: Call, payment: PaymentRow): void {
  const refusal = confirmRefusals[payment.status];
  if (refusal) throw new Refused(refusal);
  // The payment expires at its time, not when the loop that marks it comes by.
  if (payment.expiresAt !== null && payment.expiresAt <= call.now) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
}

/** The approval failed for good: the payment keeps why. */
async function abortPayment(call: Call, paymentKey: string): Promise<void> {
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
