import { paymentLifecycle } from '@jeongsan/provider-contract';
import { timedId } from '../ids.js';
import { advance } from '../lifecycle.js';
import { announcePayment } from '../payments/announce-payment.js';
import { readDetails, storeDetails } from '../payments/payment.js';
import type { PaymentObject, PaymentRow } from '../payments/payment-row.js';
import { recordWithoutMoney } from '../records/record-transaction.js';
import type { Call } from '../world.js';
import type { AccountOrder } from './account-order.js';
import { fixedAccountNumber, newAccountNumber } from './account-number.js';
import { dueAtOf } from './due-date.js';

/**
 * Issues the account; from now on the bank waits for the deposit. The payment must be locked by, or new in, this
 * transaction.
 */
export async function issueAccount(call: Call, payment: PaymentRow, order: AccountOrder): Promise<PaymentObject> {
  const { bankCode, customerName, accountType, accountKey, dueAt } = order;
  const details = storeDetails({
    ...readDetails(payment.details),
    virtualAccount: {
      accountType,
      accountNumber:
        accountType === '고정' && accountKey !== null ? fixedAccountNumber(bankCode, accountKey) : newAccountNumber(),
      bankCode,
      customerName,
      depositorName: null,
      dueDate: dueAt ?? dueAtOf({}, call.now),
      refundStatus: 'NONE',
      expired: false,
      settlementStatus: 'INCOMPLETED',
      refundReceiveAccount: order.refundAccount,
    },
  });
  const issued: PaymentRow = {
    ...payment,
    status: advance(paymentLifecycle, payment.status, 'issueAccount'),
    expiresAt: null,
    lastTransactionKey: timedId('txrd', call.now),
    details: JSON.parse(details) as unknown,
  };
  await call.sql.rows(
    `update payment set status = $2, expires_at = null, last_transaction_key = $3, details = $4 where payment_key = $1`,
    [issued.paymentKey, issued.status, issued.lastTransactionKey, details],
  );
  // ASSUMED: each issue of an account, and a cancel before its deposit, is listed as a transaction of zero won. The
  // documents do not say so; a published example list shows it.
  recordWithoutMoney(call, issued);
  return announcePayment(call, issued);
}
