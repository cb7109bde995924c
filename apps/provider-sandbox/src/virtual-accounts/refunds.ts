import { refundLifecycle } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import { daysAfter } from '../cash-receipts/receipt.js';
import type { Sql } from '../database/sql.js';
import { advance } from '../lifecycle.js';
import { lockPayment, readDetails, storeDetails } from '../payments/payment.js';
import type { PaymentRow } from '../payments/payment-row.js';
import type { Call, World } from '../world.js';
import type { RefundAccount } from './refund-account.js';

/** Days after which refunded money is at the customer's account (document 1 section 4). */
const REFUND_DAYS = 2;
const BATCH_MAX = 200;

const REQUEST = statement(`
  insert into account_refund (transaction_key, payment_key, amount, bank_code, account_number, holder_name, status, due_at)
  values (:transactionKey, :paymentKey, :amount, :bankCode, :accountNumber, :holderName, 'PENDING', :dueAt)`);

/** Starts the refund of canceled money; the payment's last transaction must be the cancel. */
export async function requestRefund(
  { sql, now }: Call,
  payment: PaymentRow,
  account: RefundAccount,
  amount: bigint,
): Promise<PaymentRow> {
  await REQUEST.rows(sql, {
    transactionKey: payment.lastTransactionKey,
    paymentKey: payment.paymentKey,
    amount,
    bankCode: account.bankCode,
    accountNumber: account.accountNumber,
    holderName: account.holderName,
    dueAt: daysAfter(now, REFUND_DAYS),
  });
  return moveRefundStatus(sql, payment, 'request');
}

/** Finishes refunds whose two days are over. Returns the number of payments; a full batch means there may be more. */
export async function finishDueRefunds(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const due = await sql.rows<{ paymentKey: string }>(
      `select distinct payment_key as "paymentKey" from
         (select payment_key from account_refund where due_at <= $1 order by due_at limit ${BATCH_MAX}) as due order by payment_key`,
      [until],
    );
    for (const { paymentKey } of due) {
      // The payment is locked before its refunds, like everywhere, so that no deadlock arises.
      const payment = await lockPayment(sql, paymentKey);
      const done = await sql.rows(
        `update account_refund set status = 'COMPLETED', due_at = null where payment_key = $1 and due_at <= $2 returning 1`,
        [paymentKey, until],
      );
      if (payment && done.length > 0) await refundEnded(sql, payment);
    }
    return due.length;
  });
}

export type RefundEnd = Readonly<{ status: 'COMPLETED' | 'FAILED'; transactionKey?: string | undefined }>;

/**
 * Ends one refund of a locked payment: the refund of the named cancel, otherwise the oldest open refund. Returns undefined
 * when the payment has no such refund.
 */
export async function endRefund(sql: Sql, payment: PaymentRow, end: RefundEnd): Promise<PaymentRow | undefined> {
  const ended = await sql.rows(
    `update account_refund set status = $3, due_at = null where transaction_key =
       (select transaction_key from account_refund where payment_key = $1 and due_at is not null
          and ($2::text is null or transaction_key = $2) order by due_at, transaction_key limit 1) returning 1`,
    [payment.paymentKey, end.transactionKey ?? null, end.status],
  );
  return ended.length === 0 ? undefined : refundEnded(sql, payment);
}

/** Sets the payment's refund status once none of its refunds is pending. */
async function refundEnded(sql: Sql, payment: PaymentRow): Promise<PaymentRow> {
  const [state] = await sql.rows<{ pending: boolean; failed: boolean }>(
    `select coalesce(bool_or(status = 'PENDING'), false) as pending, coalesce(bool_or(status = 'FAILED'), false) as failed
     from account_refund where payment_key = $1`,
    [payment.paymentKey],
  );
  if (state?.pending) return payment;
  // ASSUMED: the refund status is FAILED for a payment canceled as a whole, PARTIAL_FAILED for one canceled in part.
  const failure = payment.status === 'CANCELED' ? 'fail' : 'failPart';
  return moveRefundStatus(sql, payment, state?.failed ? failure : 'complete');
}

async function moveRefundStatus(
  sql: Sql,
  payment: PaymentRow,
  trigger: 'request' | 'complete' | 'fail' | 'failPart',
): Promise<PaymentRow> {
  const shown = readDetails(payment.details);
  if (shown.virtualAccount === null) throw new Error(`${payment.paymentKey} has no virtual account to refund`);
  const refundStatus = advance(refundLifecycle, shown.virtualAccount.refundStatus, trigger);
  const details = storeDetails({ ...shown, virtualAccount: { ...shown.virtualAccount, refundStatus } });
  await sql.rows('update payment set details = $2 where payment_key = $1', [payment.paymentKey, details]);
  return { ...payment, details: JSON.parse(details) as unknown };
}
