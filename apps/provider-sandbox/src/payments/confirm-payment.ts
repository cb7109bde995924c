import { providerErrors, type confirmPayment as contract, paymentLifecycle } from '@jeongsan/provider-contract';
import { ratePerHundredThousand } from '@jeongsan/money';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { timedId } from '../ids.js';
import { advance, stepOf } from '../lifecycle.js';
import { recordTransaction } from '../records/record-transaction.js';
import type { Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { assertMinimum } from './minimum-amount.js';
import { lockPayment, type PaymentObject, type PaymentRow } from './payment.js';
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
  return approve(call, payment);
};

function assertConfirmable(call: Call, payment: PaymentRow): void {
  const refusal = confirmRefusals[payment.status];
  if (refusal) throw new Refused(refusal);
  // The payment expires at its time, not when the loop that marks it comes by.
  if (payment.expiresAt !== null && payment.expiresAt <= call.now) throw new Refused('NOT_FOUND_PAYMENT_SESSION');
}

async function approve(call: Call, payment: PaymentRow): Promise<PaymentObject> {
  const rate = call.world.merchant.settings.feeRates[payment.method] ?? OTHER_FEE_RATE;
  const approved: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, 'confirm'),
    fee: ratePerHundredThousand(payment.totalAmount, BigInt(rate), 'floor'),
    approvedAt: call.now,
    expiresAt: null,
    lastTransactionKey: timedId('txrd', call.now),
  };
  // An order that was paid before is refused by the database: one approved payment for each.
  await call.sql.rows(
    `update payment set status = $2, fee = $3, approved_at = $4, expires_at = null, last_transaction_key = $5 where payment_key = $1`,
    [approved.paymentKey, approved.status, approved.fee, approved.approvedAt, approved.lastTransactionKey],
  );
  await recordTransaction(call, approved, { amount: approved.totalAmount, fee: approved.fee });
  return announcePayment(call, approved);
}

/** Of methods the merchant's contract does not name. */
const OTHER_FEE_RATE = 2200;

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
