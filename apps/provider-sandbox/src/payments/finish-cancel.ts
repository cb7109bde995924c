import { paymentLifecycle } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
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

const CANCEL = statement(`
  update payment set status = :status, balance_amount = :balanceAmount, tax_free_amount = :taxFreeAmount,
    tax_exemption_amount = :taxExemptionAmount, last_transaction_key = :lastTransactionKey,
    cancels = :cancels, cancel_due_at = null
  where payment_key = :paymentKey`);

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
  await CANCEL.rows(call.sql, {
    paymentKey: canceled.paymentKey,
    status: canceled.status,
    balanceAmount,
    taxFreeAmount: canceled.taxFreeAmount,
    taxExemptionAmount: canceled.taxExemptionAmount,
    lastTransactionKey: cancel.transactionKey,
    cancels,
  });
  const fees = returnedFees(readFees(payment.fees), payment.totalAmount, payment.balanceAmount, balanceAmount);
  if (payment.status === 'WAITING_FOR_DEPOSIT') recordWithoutMoney(call, canceled);
  else recordTransaction(call, canceled, { amount: -amount, fees });
  const refunded = refundAccount ? await requestRefund(call, canceled, refundAccount, amount) : canceled;
  return announcePayment(call, cancel.receiptKey === null ? refunded : await showLinkedReceipts(call.sql, refunded));
}
