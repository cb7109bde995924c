import type { issueCashReceipt as contract } from '@jeongsan/provider-contract';
import type { Handler } from '../api/operation.js';
import { Refused } from '../api/refused.js';
import type { Sql } from '../database/sql.js';
import { randomText } from '../ids.js';
import { isIdentityOf } from './identity-number.js';
import { receiptOf, requestReceipt } from './receipt.js';

/** Issues a receipt without a payment: none is looked for or linked (document 1 section 4). */
export const issueCashReceipt: Handler<typeof contract> = async (call, { body }) => {
  const { customerIdentityNumber = body.registrationNumber ?? '', taxFreeAmount = 0n, ...rest } = body;
  assertIdentity(rest.type, customerIdentityNumber);
  if (call.world.merchant.settings.refusesSecondReceipts) await assertFirst(call.sql, rest.orderId);
  const receiptKey = randomText(30);
  const receipt = await requestReceipt(call, { ...rest, receiptKey, customerIdentityNumber, taxFreeAmount });
  return receiptOf(receipt, call.world);
};

/** ASSUMED: a number that fits the other type of receipt has another error code than a number that fits none. */
function assertIdentity(type: '소득공제' | '지출증빙', number: string): void {
  if (isIdentityOf(type, number)) return;
  const isOfOtherType = isIdentityOf(type === '소득공제' ? '지출증빙' : '소득공제', number);
  throw new Refused(isOfOtherType ? 'INVALID_REGISTRATION_NUMBER_TYPE' : 'INVALID_CASH_RECEIPT_INFO');
}

/**
 * Throws Refused if the order has a valid receipt. Requests for one order run one after the other, so that two cannot
 * both be the first.
 */
async function assertFirst(sql: Sql, orderId: string): Promise<void> {
  await sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 7316023))', [orderId]);
  const [issued] = await sql.rows(
    `select 1 from cash_receipt as issue
     where order_id = $1 and transaction_type = 'CONFIRM' and issue_status <> 'FAILED'
       and amount > (select coalesce(sum(amount), 0) from cash_receipt as cancel
                     where cancel.issue_seq = issue.seq and cancel.issue_status <> 'FAILED')`,
    [orderId],
  );
  if (issued) throw new Refused('DUPLICATED_CASH_RECEIPT');
}
