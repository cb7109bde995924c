import type { PayoutState } from '@jeongsan/state-machines';
import type { FailureClass } from './failure-class.js';
import type { Payout, PayoutMove, PayoutStep } from './payout.js';
import type { PayoutBook } from './payout-store.js';

/** So many statements in a row that come back from one account are no bank's bad day any more. */
const FAILURES_IN_A_ROW = 3;

/** Why a seller's money is held when a payout of it ends in this state. */
const holdReasons: Readonly<Partial<Record<PayoutState, 'ACCOUNT_REJECTED' | 'PAYOUT_REFUSED'>>> = {
  failed: 'ACCOUNT_REJECTED',
  returned: 'ACCOUNT_REJECTED',
  refused: 'PAYOUT_REFUSED',
};

/** The class of a step's failure for this payout. What time should mend, and did not so often, only a person can mend. */
export async function classInARow(
  book: PayoutBook,
  payout: Payout,
  { event, failureClass }: PayoutStep,
): Promise<FailureClass | undefined> {
  if (failureClass !== 'retry' || event === 'giveBack') return failureClass;
  const before = await book.failuresBefore(payout);
  return before + 1 < FAILURES_IN_A_ROW ? 'retry' : 'terminal';
}

/**
 * The hold that a failed payout places on its seller. Class `retry` places none: time mends it. `seller_must_act` keeps the money until
 * the seller has acted, `terminal` until a person has looked, who is told.
 */
export async function holdForFailure(book: PayoutBook, { step, payout }: PayoutMove, now: Date): Promise<void> {
  const { failureCode: code = '', failureClass: asTold } = step;
  const reason = holdReasons[payout.state];
  if (asTold === undefined || reason === undefined) return;
  // Money that a bank sends back after it had arrived comes back again, whatever the code: the account must change.
  const failureClass = payout.state === 'returned' && asTold === 'retry' ? 'seller_must_act' : asTold;
  if (failureClass === 'retry') return;
  const named = failureClass === 'terminal' ? 'PAYOUT_REFUSED' : reason;
  await book.holdSeller(payout.seller_id, named, code, now, payout.account_fingerprint);
  if (failureClass !== 'terminal') return;
  const { id: payoutId, seller_id: sellerId, run_id: runId, amount } = payout;
  const data = { payoutId, sellerId, runId, amount: amount.toString(), code };
  await book.emit('payout.failed-for-good', [{ entityId: payoutId, data }], now);
}
