import { businessDateOf } from '@jeongsan/calendar';
import { paymentLifecycle } from '@jeongsan/provider-contract';
import { issueLinkedReceipt } from '../cash-receipts/linked-receipts.js';
import { timedId } from '../ids.js';
import { advance } from '../lifecycle.js';
import { feesOf, storeFees } from '../records/fees.js';
import { recordTransaction } from '../records/record-transaction.js';
import { settledDates } from '../records/settlement-arithmetic.js';
import type { Call } from '../world.js';
import { captureDay } from './acquire-status.js';
import { announcePayment } from './announce-payment.js';
import { paymentOf, type PaymentObject, type PaymentRow, readDetails } from './payment.js';

/**
 * The money is taken: the payment is DONE, recorded and announced. It is locked by, or new in, this transaction. An order that
 * was paid before is refused by the database: one approved payment for each.
 */
export async function approvePayment(call: Call, payment: PaymentRow): Promise<PaymentObject> {
  const { settings } = call.world.merchant;
  const fees = feesOf(payment, readDetails(payment.details), settings);
  const isHeld = settings.manualSettlement && payment.method === '카드';
  const approved: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, 'confirm'),
    fees: storeFees(fees),
    captureOn: isHeld ? null : captureDay(call.now),
    paidOutOn: isHeld ? null : settledDates(businessDateOf(call.now), settings, call.world.calendar).paidOutDate,
    approvedAt: call.now,
    expiresAt: null,
    lastTransactionKey: timedId('txrd', call.now),
  };
  await call.sql.rows(
    `update payment set status = $2, fees = $3, approved_at = $4, expires_at = null, last_transaction_key = $5, capture_on = $6,
       paid_out_on = $7
     where payment_key = $1`,
    [
      approved.paymentKey,
      approved.status,
      approved.fees,
      approved.approvedAt,
      approved.lastTransactionKey,
      approved.captureOn,
      approved.paidOutOn,
    ],
  );
  await recordTransaction(call, approved, { amount: approved.totalAmount, fees });
  const receipted = approved.method === '계좌이체' ? await issueLinkedReceipt(call, approved) : approved;
  // The provider tells nobody of billing charges: whoever charged has the answer.
  return receipted.type === 'BILLING' ? paymentOf(receipted, call.world) : announcePayment(call, receipted);
}
