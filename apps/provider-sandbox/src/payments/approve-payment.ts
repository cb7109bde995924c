import { date, manyRows, statement, text, timestamptz } from '@jeongsan/sql';
import { issueLinkedReceipt } from '../cash-receipts/linked-receipts.js';
import { recordTransactions } from '../records/record-transaction.js';
import type { Call, Transacted } from '../world.js';
import { announcePayment, announcePayments } from './announce-payment.js';
import { type Approval, approvalOf } from './approval.js';
import { paymentOf } from './payment.js';
import type { PaymentObject, PaymentRow } from './payment-row.js';

/**
 * Approves a payment: its status becomes DONE, it is recorded and announced. The payment must be locked by, or new in,
 * this transaction. A unique index allows one approved payment per order, so a second one is refused.
 */
export async function approvePayment(call: Call, payment: PaymentRow): Promise<PaymentObject> {
  const approval = approvalOf(call, payment);
  writeApprovals(call, [approval]);
  const approved = approval.payment;
  const receipted = approved.method === '계좌이체' ? await issueLinkedReceipt(call, approved) : approved;
  // No webhook is sent for billing charges, because their caller has the answer.
  return receipted.type === 'BILLING' ? paymentOf(receipted, call.world) : announcePayment(call, receipted);
}

/** Approves many payments at once; they must not include billing charges or payments with a receipt request. */
export function approveTogether(group: Transacted, approvals: readonly Approval[]): Promise<PaymentObject[]> {
  writeApprovals(group, approvals);
  return announcePayments(group, approvals);
}

/**
 * Writes approvals. The statements are not awaited here, so that the answers are built meanwhile; the commit waits for
 * them.
 */
function writeApprovals(group: Transacted, approvals: readonly Approval[]): void {
  const payments = approvals.map(({ payment }) => payment);
  void APPROVE.rows(group.sql, { approval: payments });
  const moves = approvals.map(({ now, payment, fees }) => ({ now, payment, amount: payment.totalAmount, fees }));
  recordTransactions(group, moves);
}

const APPROVE = statement(
  `
  update payment set status = approval.status, fees = approval.fees::bigint[], approved_at = approval.approved_at,
    expires_at = null,
    last_transaction_key = approval.transaction_key, capture_on = approval.capture_on, paid_out_on = approval.paid_out_on
  from :approval.unnest
    as approval(:approval.columns)
  where payment.payment_key = approval.payment_key`,
  {
    approval: manyRows<Approval['payment']>({
      payment_key: text(({ paymentKey }) => paymentKey),
      status: text(({ status }) => status),
      fees: text(({ fees }) => `{${fees.join(',')}}`),
      approved_at: timestamptz(({ approvedAt }) => approvedAt),
      transaction_key: text(({ lastTransactionKey }) => lastTransactionKey),
      capture_on: date(({ captureOn }) => captureOn),
      paid_out_on: date(({ paidOutOn }) => paidOutOn),
    }),
  },
);
