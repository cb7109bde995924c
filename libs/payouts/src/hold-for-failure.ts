import type { PayoutState } from '@jeongsan/state-machines';
import type { FailureClass } from './failure-class.js';
import type { Payout, PayoutMove, PayoutStep } from './payout.js';
import type { PayoutRecords } from './payout-store.js';

/** Three statements in a row that failed with the same account: no longer a temporary fault of a bank. */
const FAILURES_IN_A_ROW = 3;

/** The hold reason for the seller, by the state in which the payout ended. */
const holdReasons: Readonly<Partial<Record<PayoutState, 'ACCOUNT_REJECTED' | 'PAYOUT_REFUSED'>>> = {
  failed: 'ACCOUNT_REJECTED',
  returned: 'ACCOUNT_REJECTED',
  refused: 'PAYOUT_REFUSED',
};

/**
 * The failure class of a step for this payout. A `retry` that is the third failure in a row (FAILURES_IN_A_ROW) becomes
 * `terminal`: time alone did not help.
 */
export async function classInARow(
  records: PayoutRecords,
  payout: Payout,
  { event, failureClass }: PayoutStep,
): Promise<FailureClass | undefined> {
  if (failureClass !== 'retry' || event === 'giveBack') return failureClass;
  const before = await records.failuresBefore(payout);
  return before + 1 < FAILURES_IN_A_ROW ? 'retry' : 'terminal';
}

/**
 * Places the seller hold that follows from a failed payout. Class `retry` places none. `seller_must_act` holds the seller's
 * money until the seller has acted. `terminal` holds the money until a person has looked, and emits `payout.failed-for-good`.
 */
export async function holdForFailure(records: PayoutRecords, { step, payout }: PayoutMove, now: Date): Promise<void> {
  const { failureCode: code = '', failureClass: givenClass } = step;
  const reason = holdReasons[payout.state];
  if (givenClass === undefined || reason === undefined) return;
  // A payout that the bank returned after it was paid would be returned again, whatever the code says: the seller must change
  // the account.
  const failureClass = payout.state === 'returned' && givenClass === 'retry' ? 'seller_must_act' : givenClass;
  if (failureClass === 'retry') return;
  const named = failureClass === 'terminal' ? 'PAYOUT_REFUSED' : reason;
  await records.holdSeller(payout.seller_id, named, code, now, payout.account_fingerprint);
  if (failureClass !== 'terminal') return;
  const { id: payoutId, seller_id: sellerId, run_id: runId, amount } = payout;
  const data = { payoutId, sellerId, runId, amount: amount.toString(), code };
  await records.emit('payout.failed-for-good', [{ entityId: payoutId, data }], now);
}
