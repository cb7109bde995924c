import { proportionOf } from '@jeongsan/money';
import type { cancelCashReceipt as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import { readLeft, RECEIPT_COLUMNS, receiptOf, type ReceiptRow, requestReceipt } from './receipt.js';

/** Cancels a receipt, the whole remaining amount or a part (document 1 section 4). */
export const cancelCashReceipt: Handler<typeof contract> = async (call, { params, body }) => {
  const issue = await lockReceipt(call.sql, params.receiptKey);
  if (!issue) throw new Refused('NOT_FOUND_RECEIPT');
  // ASSUMED: this operation cannot cancel a cancel, a refused receipt, or the receipt of a payment (which is canceled
  // with its payment).
  const isCancelable =
    issue.transactionType === 'CONFIRM' && issue.issueStatus !== 'FAILED' && issue.paymentKey === null;
  if (!isCancelable) throw new Refused('FORBIDDEN_REQUEST');
  const left = await readLeft(call.sql, issue);
  const amount = body?.amount ?? left.amount;
  if (amount === 0n || amount > left.amount) throw new Refused('FORBIDDEN_REQUEST', { about: ['amount'] });
  // ASSUMED: a cancel reduces the tax-free part in proportion to the remaining amount, rounded down; the last cancel
  // takes the rest.
  const taxFreeAmount = proportionOf(left.taxFreeAmount, amount, left.amount);
  return receiptOf(
    await requestReceipt(call, { ...issue, issue, receiptKey: `c_${issue.receiptKey}`, amount, taxFreeAmount }),
    call.world,
  );
};

/** Reads and locks a receipt; of cancels that share a key, the latest. */
export async function lockReceipt(sql: Sql, receiptKey: string): Promise<ReceiptRow | undefined> {
  const [row] = await sql.rows<ReceiptRow>(
    `select ${RECEIPT_COLUMNS} from cash_receipt where receipt_key = $1 order by seq desc limit 1 for no key update`,
    [receiptKey],
  );
  return row;
}
