import { paymentLifecycle } from '@jeongsan/provider-contract';
import { advance } from '../lifecycle.js';
import { readFees, returnedFees } from '../records/fees.js';
import { recordTransaction } from '../records/record-transaction.js';
import type { Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { type CancelObject, type PaymentObject, type PaymentRow, readCancels, storeCancels } from './payment.js';

/** The money goes back: payment, records and webhooks say so. The payment is locked; the cancel replaces the one of its key. */
export async function finishCancel(call: Call, payment: PaymentRow, cancel: CancelObject): Promise<PaymentObject> {
  const earlier = (readCancels(payment.cancels) ?? []).filter(
    ({ transactionKey }) => transactionKey !== cancel.transactionKey,
  );
  const balanceAmount = payment.balanceAmount - cancel.cancelAmount;
  // Once a payment was partially canceled it stays so, also with nothing left.
  const isWhole = cancel.cancelAmount === payment.totalAmount;
  const cancels = storeCancels([...earlier, cancel]);
  const canceled: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, isWhole ? 'cancel' : 'cancelPart'),
    balanceAmount,
    taxFreeAmount: payment.taxFreeAmount - cancel.taxFreeAmount,
    taxExemptionAmount: payment.taxExemptionAmount - cancel.taxExemptionAmount,
    lastTransactionKey: cancel.transactionKey,
    cancels: JSON.parse(cancels) as unknown,
  };
  await call.sql.rows(
    `update payment set status = $2, balance_amount = $3, tax_free_amount = $4, tax_exemption_amount = $5, last_transaction_key = $6,
       cancels = $7, cancel_due_at = null
     where payment_key = $1`,
    [
      canceled.paymentKey,
      canceled.status,
      balanceAmount,
      canceled.taxFreeAmount,
      canceled.taxExemptionAmount,
      cancel.transactionKey,
      cancels,
    ],
  );
  const fees = returnedFees(readFees(payment.fees), payment.totalAmount, payment.balanceAmount, balanceAmount);
  await recordTransaction(call, canceled, { amount: -cancel.cancelAmount, fees });
  return announcePayment(call, canceled);
}
