import { addDays, businessDateOf, instantAt, seoulTimeOf } from '@jeongsan/calendar';
import type { CashReceipt } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { z } from 'zod';
import type { Sql } from '../database/sql.js';
import { randomDigits } from '../ids.js';
import type { Call, World } from '../world.js';

export type ReceiptObject = z.output<typeof CashReceipt>;

/** A stored issue or cancel of a receipt. */
export type ReceiptRow = Readonly<{
  seq: bigint;
  receiptKey: string;
  /** The issue that a cancel reverses; null for an issue. */
  issueSeq: bigint | null;
  /** The payment of the receipt; null for a receipt that was issued without a payment. */
  paymentKey: string | null;
  orderId: string;
  orderName: string;
  type: ReceiptObject['type'];
  transactionType: ReceiptObject['transactionType'];
  amount: bigint;
  taxFreeAmount: bigint;
  issueNumber: string;
  approvalNumber: string | null;
  businessNumber: string;
  customerIdentityNumber: string;
  issueStatus: ReceiptObject['issueStatus'];
  failure: ReceiptObject['failure'];
  requestedAt: Date;
  approvedAt: Date | null;
  /** The time of the tax office's answer; null: the answer has come, or comes on a command only. */
  nextStepAt: Date | null;
}>;

export const RECEIPT_COLUMNS = `cash_receipt.seq, receipt_key as "receiptKey", issue_seq as "issueSeq", payment_key as "paymentKey",
  order_id as "orderId", order_name as "orderName", type, transaction_type as "transactionType", amount,
  tax_free_amount as "taxFreeAmount", issue_number as "issueNumber", approval_number as "approvalNumber",
  business_number as "businessNumber", customer_identity_number as "customerIdentityNumber", issue_status as "issueStatus", failure,
  requested_at as "requestedAt", approved_at as "approvedAt", next_step_at as "nextStepAt"`;

/** The provider's CashReceipt object (document 1 section 2.8). */
export function receiptOf(row: ReceiptRow, { shop }: World): ReceiptObject {
  const { seq: _seq, issueSeq: _issueSeq, paymentKey: _paymentKey, nextStepAt: _nextStepAt, ...shown } = row;
  return {
    ...shown,
    // ASSUMED: a canceled issue stays unchanged; the cancel is an object of its own, canceled at the time of its
    // request.
    canceledAt: row.transactionType === 'CANCEL' ? row.requestedAt : null,
    receiptUrl: shop.receiptUrl(row.receiptKey),
  };
}

/** The fields that the caller of an issue or cancel decides; the others come from the merchant and the tax office. */
export type NewReceipt = Pick<
  ReceiptRow,
  'receiptKey' | 'orderId' | 'orderName' | 'type' | 'amount' | 'taxFreeAmount' | 'customerIdentityNumber'
> &
  Readonly<{ issue?: ReceiptRow; paymentKey?: string | null }>;

/** Sends a receipt to the tax office, or the cancel of a receipt if `issue` is given. */
export async function requestReceipt({ sql, world, now }: Call, receipt: NewReceipt): Promise<ReceiptRow> {
  const { businessNumber, receiptApprovalDays } = world.merchant.settings;
  const [row] = await INSERT.rows<ReceiptRow>(sql, {
    receiptKey: receipt.receiptKey,
    issueSeq: receipt.issue?.seq ?? null,
    paymentKey: receipt.paymentKey ?? null,
    orderId: receipt.orderId,
    orderName: receipt.orderName,
    type: receipt.type,
    transactionType: receipt.issue ? 'CANCEL' : 'CONFIRM',
    amount: receipt.amount,
    taxFreeAmount: receipt.taxFreeAmount,
    issueNumber: receipt.issue?.issueNumber ?? randomDigits(9),
    businessNumber: receipt.issue?.businessNumber ?? businessNumber,
    customerIdentityNumber: receipt.customerIdentityNumber,
    requestedAt: now,
    requestedOn: businessDateOf(now),
    nextStepAt: receiptApprovalDays === null ? null : daysAfter(now, receiptApprovalDays),
  });
  if (!row) throw new Error('The receipt was not stored');
  return row;
}

const INSERT = statement(`
  insert into cash_receipt (receipt_key, issue_seq, payment_key, order_id, order_name, type, transaction_type, amount,
    tax_free_amount, issue_number, business_number, customer_identity_number, requested_at, requested_on, next_step_at,
      issue_status)
  values (:receiptKey, :issueSeq, :paymentKey, :orderId, :orderName, :type, :transactionType, :amount, :taxFreeAmount, :issueNumber,
    :businessNumber, :customerIdentityNumber, :requestedAt, :requestedOn, :nextStepAt, 'IN_PROGRESS')
  returning ${RECEIPT_COLUMNS}`);

export const daysAfter = (instant: Date, days: number): Date =>
  instantAt(addDays(businessDateOf(instant), days), seoulTimeOf(instant));

/** The remaining amount of an issue; cancels that the tax office refused do not count. */
export async function readLeft(
  sql: Sql,
  issue: ReceiptRow,
): Promise<Readonly<{ amount: bigint; taxFreeAmount: bigint }>> {
  const [taken] = await sql.rows<{ amount: bigint; taxFreeAmount: bigint }>(
    `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax_free_amount), 0)::bigint as "taxFreeAmount"
     from cash_receipt where issue_seq = $1 and issue_status <> 'FAILED'`,
    [issue.seq],
  );
  return {
    amount: issue.amount - (taken?.amount ?? 0n),
    taxFreeAmount: issue.taxFreeAmount - (taken?.taxFreeAmount ?? 0n),
  };
}
