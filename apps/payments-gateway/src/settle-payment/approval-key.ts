import { seoulIso } from '@jeongsan/calendar';
import { eachTransaction } from '@jeongsan/provider-client';
import { secondsFrom, type Gateway, type ProviderPayment } from '../gateway.js';

/**
 * The transaction key of the approval. `lastTransactionKey` names it until the first cancel; when the answer to the confirm was
 * lost and the payment canceled since, only the list of transactions still knows it. Null when that does not show it (yet).
 */
export async function approvalKeyOf(
  provider: Gateway['provider'],
  answer: ProviderPayment,
  approvedAt: Date,
): Promise<string | null> {
  if (!answer.cancels?.length) return answer.lastTransactionKey;
  // Whole seconds of Seoul without the offset, as the provider takes them (document 1 section 4).
  const [startDate, endDate] = [approvedAt, secondsFrom(approvedAt, 1)].map((at) => seoulIso(at).slice(0, 19));
  if (startDate === undefined || endDate === undefined) return null;
  // ASSUMED: the transaction of an approval is listed with status DONE, whatever became of the payment later.
  for await (const row of eachTransaction(provider, { startDate, endDate })) {
    if (row.paymentKey === answer.paymentKey && row.status === 'DONE') return row.transactionKey;
  }
  return null;
}
