import { receiptLifecycle } from '@jeongsan/provider-contract';
import { statement } from '@jeongsan/sql';
import type { Sql } from '../database/sql.js';
import { randomDigits } from '../ids.js';
import { advance } from '../lifecycle.js';
import { lockPayment } from '../payments/payment.js';
import type { World } from '../world.js';
import { showLinkedReceipts } from './linked-receipts.js';
import { RECEIPT_COLUMNS, type ReceiptRow } from './receipt.js';

const BATCH_MAX = 200;

/**
 * Approves the receipts that the tax office received a day or two ago. Returns how many; a full batch means there may
 * be more.
 */
export async function approveDueReceipts(world: World, until: Date): Promise<number> {
  return world.database.transaction(async (sql) => {
    const due = await sql.rows<ReceiptRow>(
      `select ${RECEIPT_COLUMNS} from cash_receipt
       where next_step_at <= $1 order by next_step_at, seq limit ${BATCH_MAX} for no key update skip locked`,
      [until],
    );
    for (const receipt of due) await answerReceipt(sql, receipt, { at: receipt.nextStepAt ?? until });
    return due.length;
  });
}

type Answer = Readonly<{ at: Date; failure?: { code: string; message: string } }>;

const ANSWER = statement(`
  update cash_receipt set issue_status = :issueStatus, failure = :failure, approved_at = :approvedAt,
    approval_number = :approvalNumber, next_step_at = null where seq = :seq`);

/** Records the tax office's answer on a locked receipt, and on the payment of the receipt if there is one. */
export async function answerReceipt(sql: Sql, receipt: ReceiptRow, { at, failure }: Answer): Promise<ReceiptRow> {
  const answered: ReceiptRow = {
    ...receipt,
    issueStatus: advance(receiptLifecycle, receipt.issueStatus, failure ? 'fail' : 'complete'),
    nextStepAt: null,
    ...(failure ? { failure } : { approvedAt: at, approvalNumber: randomDigits(9) }),
  };
  await ANSWER.rows(sql, {
    seq: answered.seq,
    issueStatus: answered.issueStatus,
    failure: answered.failure && JSON.stringify(answered.failure),
    approvedAt: answered.approvedAt,
    approvalNumber: answered.approvalNumber,
  });
  const payment = receipt.paymentKey === null ? undefined : await lockPayment(sql, receipt.paymentKey);
  if (payment) await showLinkedReceipts(sql, payment);
  return answered;
}
