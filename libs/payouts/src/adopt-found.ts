import { advancePayouts } from './advance-payouts.js';
import type { Schedule } from './attempt.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout } from './payout.js';
import type { PayoutBook } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { recordUnknown } from './record-unknown.js';

const FOUND = 'FOUND_AT_PROVIDER';

/** A payout of ours that stands at the provider though the books are about to send it, and the day it is paid on there. */
export type Found = Readonly<{ payoutId: string; schedule: Schedule }>;

/**
 * Takes what stands at the provider out of what will be sent: each payout comes into a batch whose outcome is unknown, and the
 * listing settles it as it settles any other. Books that lost their last hours (a backup, a standby that fell behind) pay nobody
 * twice by it. Payouts that moved meanwhile stay as they are.
 */
export async function adoptFound(
  book: PayoutBook,
  found: readonly Found[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const payouts = await book.payouts(found.map((f) => f.payoutId));
  for (const { payoutId, schedule } of found) {
    const payout = payouts.get(payoutId);
    if (payout?.state === 'reserved') await adopt(book, payout, schedule, policy, now);
  }
}

/** One batch each: which ones were sent together is what the books have lost. */
async function adopt(
  book: PayoutBook,
  payout: Payout,
  schedule: Schedule,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const id = book.newId();
  const items = [frozenPayout(payout, schedule, policy.transactionDescription)];
  await book.insertAttempt({ id, runId: payout.run_id, schedule, items, bodyHash: bodyHash(items) }, now);
  await advancePayouts(book, [{ id: payout.id, event: 'submit' }], now);
  await declareSent(book, id, policy, now);
}

/** A batch that was never claimed, as far as the books know, and that the provider has: its outcome is unknown. */
export async function declareSent(
  book: PayoutBook,
  attemptId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const attempt = await book.attempt(attemptId);
  if (attempt?.state !== 'prepared') return;
  const { runId, idempotencyKey, items } = attempt;
  const claim = { attemptId, runId, idempotencyKey, items, fence: attempt.fence + 1n };
  await book.changeAttempt(attemptId, { state: 'sending', fence: claim.fence });
  await recordUnknown(book, claim, FOUND, policy, now);
}
