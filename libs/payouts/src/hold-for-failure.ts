import type { FailureClass } from './failure-class.js';
import type { Payout } from './payout.js';
import type { PayoutBook } from './payout-store.js';

type Failure = Readonly<{ code: string; failureClass: FailureClass; reason: 'ACCOUNT_REJECTED' | 'PAYOUT_REFUSED' }>;

/** When so many statements in a row come back from one account, that is no bank's bad day any more. */
const FAILURES_IN_A_ROW = 3;

/** What a failure means for this payout. What time should mend, and did not so often, nobody can mend without looking. */
export async function classInARow(book: PayoutBook, payout: Payout, failureClass: FailureClass): Promise<FailureClass> {
  if (failureClass !== 'retry') return failureClass;
  const before = await book.failuresBefore(payout);
  return before + 1 < FAILURES_IN_A_ROW ? 'retry' : 'terminal';
}

/**
 * What a payout that came to nothing means for its seller. Time mends some; what the seller must mend keeps its money until it has; what
 * nobody can mend keeps it until a person has looked, and says so.
 */
export async function holdForFailure(
  book: PayoutBook,
  payout: Payout,
  { code, failureClass, reason }: Failure,
  now: Date,
): Promise<void> {
  if (failureClass === 'retry') return;
  const named = failureClass === 'terminal' ? 'PAYOUT_REFUSED' : reason;
  await book.holdSeller(payout.seller_id, named, code, now, payout.account_fingerprint);
  if (failureClass !== 'terminal') return;
  const { id: payoutId, seller_id: sellerId, run_id: runId, amount } = payout;
  const data = { payoutId, sellerId, runId, amount: amount.toString(), code };
  await book.emit('payout.failed-for-good', [{ entityId: payoutId, data }], now);
}
