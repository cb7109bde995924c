import { holdFence, type Claim } from './claim.js';
import type { PayoutBook } from './payout-store.js';

/**
 * Puts a claimed batch back of which no byte left: nothing is unknown about it. When sending was let go again meanwhile, it is
 * promised here; otherwise whoever lets it go finds it.
 */
export async function giveBack(book: PayoutBook, claim: Claim, now: Date): Promise<void> {
  await holdFence(book, claim);
  await book.changeAttempt(claim.attemptId, { state: 'prepared' });
  if (await book.controls.isHalted()) return;
  await book.enqueue('payout-attempt.send', { attemptId: claim.attemptId }, now);
}
