import { seoulIso } from '@jeongsan/calendar';
import { CallError } from '@jeongsan/http-contract';
import { eachTransaction } from '@jeongsan/provider-client';
import { secondsFrom, type Gateway, type ProviderPayment } from '../gateway.js';

/**
 * The transaction key of the approval, by which its settlement will be known. `lastTransactionKey` names it until the first cancel;
 * when the answer to the confirm was lost and the payment canceled since, only the list of transactions still knows it. That list
 * may be late: then the outcome stays unknown for now.
 */
export async function approvalKeyOf(
  provider: Gateway['provider'],
  answer: ProviderPayment,
  approvedAt: Date,
): Promise<string> {
  if (!answer.cancels?.length && answer.lastTransactionKey !== null) return answer.lastTransactionKey;
  // Whole seconds of Seoul without the offset, as the provider takes them (document 1 section 4).
  const localTime = (at: Date): string => seoulIso(at).slice(0, 19);
  const window = { startDate: localTime(approvedAt), endDate: localTime(secondsFrom(approvedAt, 1)) };
  // ASSUMED: the transaction of an approval is listed with status DONE, whatever became of the payment later.
  for await (const row of eachTransaction(provider, window)) {
    if (row.paymentKey === answer.paymentKey && row.status === 'DONE') return row.transactionKey;
  }
  const detail = `The approval of payment ${answer.paymentKey} is not in the list of transactions yet`;
  throw new CallError('unknown', 200, 'TRANSACTION_NOT_LISTED', detail);
}
