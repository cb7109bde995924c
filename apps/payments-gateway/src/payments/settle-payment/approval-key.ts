import { seoulIso } from '@jeongsan/calendar';
import { CallError } from '@jeongsan/http-contract';
import { eachTransaction, type TransactionRow } from '@jeongsan/provider-client';
import { progressOf } from '../../cancels/cancel-progress.js';
import { secondsFrom, type Gateway, type ProviderPayment } from '../../gateway.js';

export type ListedApproval = Readonly<{ transactionKey: string; at: Date }>;

/**
 * The approval of an approved payment: its transaction key, which the settlement of the payment will carry, and its time.
 * `lastTransactionKey` is the approval's key until the first cancel. After a cancel (when the answer to the confirm was lost),
 * or in an answer without `approvedAt` (document 1 section 2.1: null in some responses), only the list of transactions has them,
 * and that list may be late: then this throws an unknown outcome. `since`: a time before the approval.
 */
export async function approvalOf(
  { provider, now }: Pick<Gateway, 'provider' | 'now'>,
  answer: ProviderPayment,
  since: Date,
): Promise<ListedApproval> {
  const { approvedAt, lastTransactionKey, paymentKey } = answer;
  const isLastApproval = answer.status === 'DONE' && !answer.cancels?.some((listed) => progressOf(listed) === 'done');
  if (approvedAt && isLastApproval && typeof lastTransactionKey === 'string')
    return { transactionKey: lastTransactionKey, at: approvedAt };
  // ASSUMED: the transaction of an approval is listed with status DONE, even after the payment was canceled.
  const listed = await transactionsOf(provider, paymentKey, approvedAt ?? since, secondsFrom(approvedAt ?? now(), 1));
  const approval = listed.find(({ status }) => status === 'DONE');
  if (approval) return { transactionKey: approval.transactionKey, at: approvedAt ?? approval.transactionAt };
  const detail = `The approval of payment ${paymentKey} is not in the list of transactions yet`;
  throw new CallError('unknown', 200, 'TRANSACTION_NOT_LISTED', detail);
}

export type ListedWithdrawal = Readonly<{ transactionKey: string; at: Date }>;

/** The withdrawals of deposits that the provider lists for a payment in a period, oldest first. */
export async function listedWithdrawals(
  provider: Gateway['provider'],
  paymentKey: string,
  from: Date,
  until: Date,
): Promise<ListedWithdrawal[]> {
  const listed = await transactionsOf(provider, paymentKey, from, secondsFrom(until, 1));
  return listed
    .filter(isWithdrawal)
    .map(({ transactionKey, transactionAt }) => ({ transactionKey, at: transactionAt }));
}

// ASSUMED: a withdrawn deposit is listed with the status that the payment has then, and its amount.
const isWithdrawal = ({ status, amount }: TransactionRow): boolean =>
  status === 'WAITING_FOR_DEPOSIT' && (amount ?? 0n) > 0n;

async function transactionsOf(
  provider: Gateway['provider'],
  paymentKey: string,
  from: Date,
  until: Date,
): Promise<TransactionRow[]> {
  // The provider takes times as whole seconds of Seoul without an offset (document 1 section 4).
  const localTime = (at: Date): string => seoulIso(at).slice(0, 19);
  const found: TransactionRow[] = [];
  for await (const row of eachTransaction(provider, { startDate: localTime(from), endDate: localTime(until) })) {
    if (row.paymentKey === paymentKey) found.push(row);
  }
  return found;
}
