import type { Sql } from '../database/sql.js';
import { randomText } from '../ids.js';
import { readDetails, storeDetails } from '../payments/payment.js';
import type { PaymentDetails, PaymentRow } from '../payments/payment-row.js';
import type { Call } from '../world.js';
import { findReceiptRequest } from './receipt-request.js';
import { readLeft, RECEIPT_COLUMNS, type ReceiptRow, requestReceipt } from './receipt.js';

/**
 * Issues the receipt that a payment requested, now that the payment is made. A payment without such a request is
 * returned unchanged.
 */
export async function issueLinkedReceipt(call: Call, payment: PaymentRow): Promise<PaymentRow> {
  const asked = await findReceiptRequest(call.sql, payment.paymentKey);
  if (!asked) return payment;
  const { paymentKey, orderId, orderName, totalAmount: amount, taxFreeAmount } = payment;
  await requestReceipt(call, {
    ...asked,
    receiptKey: randomText(30),
    paymentKey,
    orderId,
    orderName,
    amount,
    taxFreeAmount,
  });
  return showLinkedReceipts(call.sql, payment);
}

/** Cancels a part of a payment's receipt. Returns the cancel's key; null for a payment without a receipt. */
export async function cancelLinkedReceipt(
  call: Call,
  payment: PaymentRow,
  part: Readonly<{ amount: bigint; taxFree: bigint }>,
): Promise<string | null> {
  if (readDetails(payment.details).cashReceipt === null) return null;
  const issue = latestIssue(await readLinked(call.sql, payment.paymentKey));
  if (!issue || issue.issueStatus === 'FAILED' || part.amount === 0n) return null;
  const receiptKey = `c_${issue.receiptKey}`;
  await requestReceipt(call, {
    ...issue,
    issue,
    receiptKey,
    amount: part.amount,
    taxFreeAmount: part.taxFree,
  });
  return receiptKey;
}

/** Updates the receipts shown in a payment. The payment must be locked. */
export async function showLinkedReceipts(sql: Sql, payment: PaymentRow): Promise<PaymentRow> {
  const receipts = await readLinked(sql, payment.paymentKey);
  if (receipts.length === 0) return payment;
  const details = storeDetails({ ...readDetails(payment.details), ...(await shownReceipts(sql, receipts)) });
  await sql.rows('update payment set details = $2 where payment_key = $1', [payment.paymentKey, details]);
  return { ...payment, details: JSON.parse(details) as unknown };
}

/** Addresses are not stored, because the sandbox may have another one at its next start: a payment is shown with its own. */
const WITHOUT_HOST = '';

const readLinked = (sql: Sql, paymentKey: string): Promise<ReceiptRow[]> =>
  sql.rows<ReceiptRow>(`select ${RECEIPT_COLUMNS} from cash_receipt where payment_key = $1 order by seq`, [paymentKey]);

const latestIssue = (receipts: readonly ReceiptRow[]): ReceiptRow | undefined =>
  receipts.findLast(({ transactionType }) => transactionType === 'CONFIRM');

async function shownReceipts(
  sql: Sql,
  receipts: readonly ReceiptRow[],
): Promise<Pick<PaymentDetails, 'cashReceipt' | 'cashReceipts'>> {
  const issue = latestIssue(receipts);
  // ASSUMED: the receipt of a payment shows the remaining amount; its history lists every issue and cancel.
  const left = issue && (await readLeft(sql, issue));
  return {
    cashReceipt: issue && left ? { ...issue, ...left, receiptUrl: WITHOUT_HOST } : null,
    cashReceipts: receipts.map((row) => ({ ...row, receiptUrl: WITHOUT_HOST })),
  };
}
