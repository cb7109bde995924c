import { paymentLifecycle } from '@jeongsan/provider-contract';
import { cancelLinkedReceipt, showLinkedReceipts } from '../cash-receipts/linked-receipts.js';
import { advance } from '../lifecycle.js';
import { readFees, returnedFees } from '../records/fees.js';
import { recordTransaction, recordWithoutMoney } from '../records/record-transaction.js';
import type { RefundAccount } from '../virtual-accounts/refund-account.js';
import { requestRefund } from '../virtual-accounts/refunds.js';
import type { Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { readCancels, storeCancels } from './payment.js';
import type { CancelObject, PaymentObject, PaymentRow } from './payment-row.js';

/**
 * Books a cancel: in the payment, the records and the webhooks. The payment must be locked; the cancel replaces an
 * earlier one with its key. Money paid into a virtual account goes back to `refundAccount`.
 */
export async function finishCancel(
  call: Call,
  payment: PaymentRow,
  asked: CancelObject,
  refundAccount?: RefundAccount,
): Promise<PaymentObject> {
  const { cancelAmount: amount, taxFreeAmount: taxFree } = asked;
  const cancel = { ...asked, receiptKey: await cancelLinkedReceipt(call, payment, { amount, taxFree }) };
  const earlier = (readCancels(payment.cancels) ?? []).filter(
    ({ transactionKey }) => transactionKey !== cancel.transactionKey,
  );
  const balanceAmount = payment.balanceAmount - cancel.cancelAmount;
  // A partially canceled payment stays PARTIAL_CANCELED, even if nothing of it is left.
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
  if (payment.status === 'WAITING_FOR_DEPOSIT') recordWithoutMoney(call, canceled);
  else recordTransaction(call, canceled, { amount: -amount, fees });
  const refunded = refundAccount ? await requestRefund(call, canceled, refundAccount, amount) : canceled;
  return announcePayment(call, cancel.receiptKey === null ? refunded : await showLinkedReceipts(call.sql, refunded));
}
