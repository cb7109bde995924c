import { seoulIso } from '@jeongsan/calendar';
import { CallError } from '@jeongsan/http-contract';
import { eachTransaction } from '@jeongsan/provider-client';
import { secondsFrom, type Gateway, type ProviderPayment } from '../gateway.js';

/**
 * The transaction key of the approval; the settlement of the payment will carry this key. `lastTransactionKey` is the
 * approval's key until the first cancel. After a cancel (when the answer to the confirm was lost) only the list of
 * transactions has it, and that list may be late: then this throws an unknown outcome.
 */
export async function approvalKeyOf(
  provider: Gateway['provider'],
  answer: ProviderPayment,
  approvedAt: Date,
): Promise<string> {
  if (!answer.cancels?.length && answer.lastTransactionKey !== null) return answer.lastTransactionKey;
  // The provider takes times as whole seconds of Seoul without an offset (document 1 section 4).
  const localTime = (at: Date): string => seoulIso(at).slice(0, 19);
  const window = { startDate: localTime(approvedAt), endDate: localTime(secondsFrom(approvedAt, 1)) };
  // ASSUMED: the transaction of an approval is listed with status DONE, even after the payment was canceled.
  for await (const row of eachTransaction(provider, window)) {
    if (row.paymentKey === answer.paymentKey && row.status === 'DONE') return row.transactionKey;
  }
  const detail = `The approval of payment ${answer.paymentKey} is not in the list of transactions yet`;
  throw new CallError('unknown', 200, 'TRANSACTION_NOT_LISTED', detail);
}
