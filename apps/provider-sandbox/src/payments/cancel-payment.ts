import type { Input } from '@jeongsan/http-contract';
import type { cancelPayment as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import { timedId } from '../ids.js';
import { refundAccountFor } from '../virtual-accounts/refund-account.js';
import type { Call } from '../world.js';
import { finishCancel } from './finish-cancel.js';
import { cancelPartOf, type CancelPart } from './cancel-part.js';
import { assertWithinCancelWindow } from './cancel-windows.js';
import { startOverseasCancel } from './overseas-cancels.js';
import { lockPayment, readCancels, readDetails } from './payment.js';
import type { CancelObject, PaymentRow } from './payment-row.js';
import { overseasProviderOf } from './payment-details.js';
import { cancelRefusals } from './status-refusals.js';

type Body = Input<typeof contract>['body'];

/** Cancels a payment, wholly or in part (document 1 section 4). */
export const cancelPayment: Handler<typeof contract> = async (call, { params, body }) => {
  const payment = await lockPayment(call.sql, params.paymentKey);
  if (!payment) throw new Refused('NOT_FOUND_PAYMENT');
  const refusal = cancelRefusals[payment.status];
  if (refusal) throw new Refused(refusal);
  const details = readDetails(payment.details);
  const overseas = overseasProviderOf(details);
  assertWithinCancelWindow(payment, { now: call.now, abroad: overseas !== undefined });
  const earlier = readCancels(payment.cancels) ?? [];
  if (earlier.some(({ cancelStatus }) => cancelStatus === 'IN_PROGRESS')) {
    throw new Refused('FORBIDDEN_CONSECUTIVE_REQUEST');
  }
  const part = cancelPartOf({ payment, details, earlier: earlier.filter(isDone), world: call.world }, body);
  assertCurrency(payment, body, { isPart: part.amount < payment.balanceAmount, isAbroad: overseas !== undefined });
  const refundAccount = await refundAccountFor(call, payment, body);
  if (overseas?.cancelsLater) return startOverseasCancel(call, payment, laterCancel(call, payment, part, body));
  return finishCancel(call, payment, cancelOf(call, payment, part, body), refundAccount);
};

const isDone = ({ cancelStatus }: CancelObject): boolean => cancelStatus === 'DONE';

/** A partial cancel of a payment abroad must name a currency, and a named currency must be the payment's. */
function assertCurrency(
  payment: PaymentRow,
  { currency }: Body,
  { isPart, isAbroad }: { isPart: boolean; isAbroad: boolean },
): void {
  if (currency === undefined && isPart && isAbroad) throw new Refused('INVALID_REQUEST', { about: ['currency'] });
  if (currency !== undefined && currency !== payment.currency) throw new Refused('INVALID_CURRENCY');
}

function cancelOf(call: Call, payment: PaymentRow, part: CancelPart, { cancelReason }: Body): CancelObject {
  return {
    cancelAmount: part.amount,
    cancelReason,
    taxFreeAmount: part.taxFree,
    taxExemptionAmount: part.taxExemption,
    refundableAmount: payment.balanceAmount - part.amount,
    transferDiscountAmount: part.discounts.transfer,
    cardDiscountAmount: part.discounts.card,
    easyPayDiscountAmount: part.discounts.easyPay,
    canceledAt: call.now,
    transactionKey: timedId('txrd', call.now),
    receiptKey: null,
    cancelStatus: 'DONE',
    // cancelRequestId is set for asynchronous payments only, even if the request has one (document 1 section 2.2).
    cancelRequestId: null,
  };
}

// ASSUMED: a cancel of an asynchronous payment needs a cancelRequestId that none of the payment's cancels had before.
function laterCancel(call: Call, payment: PaymentRow, part: CancelPart, body: Body): CancelObject {
  const { cancelRequestId } = body;
  const isUsed = readCancels(payment.cancels)?.some((one) => one.cancelRequestId === cancelRequestId) ?? false;
  if (cancelRequestId === undefined || isUsed) throw new Refused('INVALID_REQUEST', { about: ['cancelRequestId'] });
  return { ...cancelOf(call, payment, part, body), cancelRequestId, cancelStatus: 'IN_PROGRESS' };
}
