import { providerErrors, receiptLifecycle } from '@jeongsan/provider-contract';
import type { sandboxControlContract as contract } from '@jeongsan/sandbox-control';
import { answerReceipt } from '../cash-receipts/answer-receipts.js';
import { lockReceipt } from '../cash-receipts/cancel-cash-receipt.js';
import { receiptOf, type ReceiptObject, type ReceiptRow } from '../cash-receipts/receipt.js';
import { stepOf } from '../lifecycle.js';
import type { Call } from '../world.js';
import type { ControlHandler } from './control-handler.js';
import { notFound, notPossible } from './control-refusals.js';

export const completeCashReceipt: ControlHandler<typeof contract.completeCashReceipt> = async (call, { params }) =>
  answer(call, await waitingReceipt(call, params.receiptKey));

export const failCashReceipt: ControlHandler<typeof contract.failCashReceipt> = async (call, { params, body }) => {
  const { code = 'NTS_ERROR', message = providerErrors.NTS_ERROR.ko } = body;
  return answer(call, await waitingReceipt(call, params.receiptKey), { code, message });
};

async function answer(
  call: Call,
  receipt: ReceiptRow,
  failure?: { code: string; message: string },
): Promise<ReceiptObject> {
  const answered = await answerReceipt(call.sql, receipt, { at: call.now, ...(failure && { failure }) });
  return receiptOf(answered, call.world);
}

async function waitingReceipt(call: Call, receiptKey: string): Promise<ReceiptRow> {
  const receipt = await lockReceipt(call.sql, receiptKey);
  if (!receipt) throw notFound('such receipt');
  if (!stepOf(receiptLifecycle, receipt.issueStatus, 'complete')) {
    throw notPossible(`The tax office has answered: the receipt is ${receipt.issueStatus}`);
  }
  return receipt;
}
