import { proportionOf } from '@jeongsan/money';
import { type cancelPayment as contract, paymentLifecycle } from '@jeongsan/provider-contract';
import type { Input } from '@jeongsan/http-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { timedId } from '../ids.js';
import { advance } from '../lifecycle.js';
import { recordTransaction } from '../records/record-transaction.js';
import { announcePayment } from './announce-payment.js';
import { type CancelObject, lockPayment, type PaymentRow, readCancels, storeCancels } from './payment.js';
import { cancelRefusals } from './status-refusals.js';

/** Gives a buyer money back, all of it or a part (document 1 section 4). */
export const cancelPayment: Handler<typeof contract> = async (call, { params, body }) => {
  const payment = await lockPayment(call.sql, params.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  const part = assertCancelable(payment, body);
  const transactionKey = timedId('txrd', call.now);
  const canceled: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, part.isWhole ? 'cancel' : 'cancelPart'),
    balanceAmount: payment.balanceAmount - part.amount,
    taxFreeAmount: payment.taxFreeAmount - part.taxFree,
    lastTransactionKey: transactionKey,
  };
  const cancel: CancelObject = {
    cancelAmount: part.amount,
    cancelReason: body.cancelReason,
    taxFreeAmount: part.taxFree,
    taxExemptionAmount: 0n,
    refundableAmount: canceled.balanceAmount,
    transferDiscountAmount: 0n,
    easyPayDiscountAmount: 0n,
    canceledAt: call.now,
    transactionKey,
    receiptKey: null,
    cancelStatus: 'DONE',
    cancelRequestId: null,
  };
  const cancels = storeCancels([...(readCancels(payment.cancels) ?? []), cancel]);
  await call.sql.rows(
    `update payment set status = $2, balance_amount = $3, tax_free_amount = $4, last_transaction_key = $5, cancels = $6 where payment_key = $1`,
    [canceled.paymentKey, canceled.status, canceled.balanceAmount, canceled.taxFreeAmount, transactionKey, cancels],
  );
  await recordTransaction(call, canceled, { amount: -part.amount, fee: -returnedFee(payment, canceled) });
  return announcePayment(call, { ...canceled, cancels: JSON.parse(cancels) as unknown });
};

type Part = Readonly<{ amount: bigint; taxFree: bigint; isWhole: boolean }>;

function assertCancelable(payment: PaymentRow, body: Input<typeof contract>['body']): Part {
  const refusal = cancelRefusals[payment.status];
  if (refusal) throw new Refused(refusal);
  if (body.currency !== undefined && body.currency !== 'KRW') throw new Refused('INVALID_CURRENCY');
  const left = payment.balanceAmount;
  if (body.refundableAmount !== undefined && body.refundableAmount !== left) {
    throw new Refused('NOT_MATCHES_REFUNDABLE_AMOUNT');
  }
  const amount = body.cancelAmount ?? left;
  if (amount === 0n || amount > left) throw new Refused('NOT_CANCELABLE_AMOUNT');
  // ASSUMED: canceling everything that is left takes all that is left of the tax-free part, whatever the request says.
  const taxFree = amount === left ? payment.taxFreeAmount : (body.taxFreeAmount ?? 0n);
  // ASSUMED: neither part may exceed what is left of it.
  const isWithin =
    taxFree <= payment.taxFreeAmount && taxFree <= amount && payment.taxFreeAmount - taxFree <= left - amount;
  if (!isWithin) throw new Refused('NOT_CANCELABLE_AMOUNT');
  // Once a payment was partially canceled it stays so, also with nothing left.
  return { amount, taxFree, isWhole: amount === payment.totalAmount };
}

/** The fee returns in proportion to all that was canceled so far: the last cancel returns the odd won. */
function returnedFee(before: PaymentRow, after: PaymentRow): bigint {
  const returned = ({ fee, totalAmount, balanceAmount }: PaymentRow): bigint =>
    proportionOf(fee, totalAmount - balanceAmount, totalAmount);
  return returned(after) - returned(before);
}
