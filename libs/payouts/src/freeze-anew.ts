import { advancePayouts } from './advance-payouts.js';
import type { Attempt } from './attempt.js';
import { endSearch } from './culprit-search.js';
import type { PayoutBook } from './payout-store.js';

/**
 * Why a batch of which no byte left does not leave as it is. `DATE_OVER`: its day passed, and EXPRESS would be paid on another day than
 * the one whose listing proves it. `OVERTAKEN`: a seller of it may not be paid any more, or not to the account that was approved.
 */
type Obstacle = 'DATE_OVER' | 'OVERTAKEN';

/** Its payouts go through the gates again, and those that pass are frozen anew at once. */
export async function freezeAnew(book: PayoutBook, attempt: Attempt, why: Obstacle, now: Date): Promise<void> {
  await book.changeAttempt(attempt.id, { state: 'rejected', rejectionCode: why });
  await endSearch(book, attempt, now);
  await advancePayouts(
    book,
    attempt.items.map(({ refPayoutId: id }) => ({ id, event: 'retry' })),
    now,
  );
  await book.enqueue('payout-run.dispatch', { runId: attempt.runId }, now);
}
