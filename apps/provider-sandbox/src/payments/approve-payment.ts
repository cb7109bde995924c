import { ratePerHundredThousand } from '@jeongsan/money';
import { paymentLifecycle } from '@jeongsan/provider-contract';
import { timedId } from '../ids.js';
import { advance } from '../lifecycle.js';
import { recordTransaction } from '../records/record-transaction.js';
import type { Call } from '../world.js';
import { announcePayment } from './announce-payment.js';
import { paymentOf, type PaymentObject, type PaymentRow } from './payment.js';

/**
 * The money is taken: the payment is DONE, recorded and announced. It is locked by, or new in, this transaction. An order that
 * was paid before is refused by the database: one approved payment for each.
 */
export async function approvePayment(call: Call, payment: PaymentRow): Promise<PaymentObject> {
  const rate = call.world.merchant.settings.feeRates[payment.method] ?? OTHER_FEE_RATE;
  const approved: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, 'confirm'),
    fee: ratePerHundredThousand(payment.totalAmount, BigInt(rate), 'floor'),
    approvedAt: call.now,
    expiresAt: null,
    lastTransactionKey: timedId('txrd', call.now),
  };
  await call.sql.rows(
    `update payment set status = $2, fee = $3, approved_at = $4, expires_at = null, last_transaction_key = $5 where payment_key = $1`,
    [approved.paymentKey, approved.status, approved.fee, approved.approvedAt, approved.lastTransactionKey],
  );
  await recordTransaction(call, approved, { amount: approved.totalAmount, fee: approved.fee });
  // The provider tells nobody of billing charges: whoever charged has the answer.
  return approved.type === 'BILLING' ? paymentOf(approved, call.world) : announcePayment(call, approved);
}

/** Of methods the merchant's contract does not name. */
const OTHER_FEE_RATE = 2200;
