import { advancePayouts } from './advance-payouts.js';
import type { Attempt } from './attempt.js';
import { endSearch } from './culprit-search.js';
import type { PayoutBook } from './payout-store.js';

/**
 * A batch of which no byte left before its day was over: its payouts are frozen anew, for a day to come. Sent as it is, EXPRESS
 * would be paid on another day than the one whose listing proves it.
 */
export async function freezeAnew(book: PayoutBook, attempt: Attempt, now: Date): Promise<void> {
  await book.changeAttempt(attempt.id, { state: 'rejected', rejectionCode: 'DATE_OVER' });
  await endSearch(book, attempt, now);
  await advancePayouts(
    book,
    attempt.items.map(({ refPayoutId: id }) => ({ id, event: 'retry' })),
    now,
  );
  await book.enqueue('payout-run.dispatch', { runId: attempt.runId }, now);
}
