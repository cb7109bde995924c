import { advancePayouts } from './advance-payouts.js';
import type { AttemptHead } from './attempt.js';
import { holdFence, type Claim } from './claim.js';
import { endSearch } from './culprit-search.js';
import type { PayoutBook } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';

/**
 * Nobody knows whether the provider acted: the money stays reserved, and the listing is asked after a while. `accused`: the payout of
 * which the provider says that its reference was used before.
 */
export async function recordUnknown(
  book: PayoutBook,
  claim: Claim,
  code: string,
  policy: PayoutPolicy,
  now: Date,
  accused?: string,
): Promise<void> {
  const attempt = await holdFence(book, claim);
  const rounds = accused === undefined ? undefined : (await book.payouts([accused])).get(accused)?.duplicate_rounds;
  await advancePayouts(
    book,
    claim.items.map(({ refPayoutId: id }) => ({
      id,
      event: 'lose',
      ...(id === accused && { duplicateRounds: (rounds ?? 0) + 1 }),
    })),
    now,
  );
  await book.changeAttempt(claim.attemptId, {
    state: 'unknown',
    stamp: 'answered',
    rejectionCode: code,
    absentListings: 0,
  });
  await promiseResolution(book, claim.attemptId, policy, now);
  await abandonSearch(book, attempt, now);
}

/** What this batch would have told about the half that waits for it will not be known: that one is not kept waiting. */
export async function abandonSearch(book: PayoutBook, attempt: AttemptHead, now: Date): Promise<void> {
  const isFreed = await endSearch(book, attempt, now);
  if (isFreed) await book.enqueue('payout-run.dispatch', { runId: attempt.runId }, now);
}

/** Promises the next look at the provider's listing, when what was under way there has settled. */
export async function promiseResolution(
  book: PayoutBook,
  attemptId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const resolveAt = new Date(now.getTime() + policy.settleSeconds * 1_000);
  await book.changeAttempt(attemptId, { resolveAt });
  await book.enqueue('payout-attempt.resolve', { attemptId }, now, { runAt: resolveAt });
}
