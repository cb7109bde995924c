import type { Schedule } from './attempt.js';
import type { Claim } from './claim.js';
import { bodyHash } from './frozen-payout.js';
import type { PayoutBook } from './payout-store.js';

/** Two batches out of one, same items, same references: the one that holds the bad item is refused again and halved again. */
export async function splitAttempt(book: PayoutBook, claim: Claim, schedule: Schedule, now: Date): Promise<void> {
  const middle = Math.ceil(claim.items.length / 2);
  for (const items of [claim.items.slice(0, middle), claim.items.slice(middle)]) {
    const id = book.newId();
    await book.insertAttempt({ id, runId: claim.runId, schedule, items, bodyHash: bodyHash(items) }, now);
    await book.enqueue('payout-attempt.send', { attemptId: id }, now);
  }
}
