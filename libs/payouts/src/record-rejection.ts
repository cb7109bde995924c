import { businessDateOf, instantAt } from '@jeongsan/calendar';
import type { CallError } from '@jeongsan/http-contract';
import { advancePayouts } from './advance-payouts.js';
import { holdFence, type Claim } from './claim.js';
import { failureClassOf, rejectionScope, type RejectionScope } from './failure-class.js';
import type { PayoutBook } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { recordUnknown } from './record-unknown.js';
import { splitAttempt } from './split-attempt.js';

/**
 * The provider said no to the whole batch, in a code its contract lists. A code about one item refuses that item and sends the
 * others again at once, with the references they have; a code about the moment sends all of them again later.
 */
export async function recordRejection(
  book: PayoutBook,
  claim: Claim,
  error: CallError,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const scope = (rejectionScope as Readonly<Record<string, RejectionScope>>)[error.code] ?? 'duplicate';
  if (scope === 'duplicate') return recordUnknown(book, claim, error.code, policy, now);
  const attempt = await holdFence(book, claim);
  await book.changeAttempt(claim.attemptId, { state: 'rejected', stamp: 'answered', rejectionCode: error.code });
  if (scope === 'item') {
    const culprit = culpritOf(claim, error);
    if (!culprit) return splitAttempt(book, claim, attempt.schedule, now);
    return isolate(book, claim, culprit, error.code, now);
  }
  await sendAgain(
    book,
    claim.items.map((item) => item.refPayoutId),
    now,
  );
  const runAt = scope === 'date' ? now : nextDispatch(policy, now);
  await book.enqueue('payout-run.dispatch', { runId: claim.runId }, now, { runAt });
}

/** The error names its item: `(refPayoutId: …)`. One that names none of ours is found by halves. */
function culpritOf(claim: Claim, error: CallError): string | undefined {
  const named = /\(refPayoutId: ([^)]+)\)/.exec(error.detail)?.[1];
  const isOurs = claim.items.some((item) => item.refPayoutId === named);
  if (isOurs) return named;
  return claim.items.length === 1 ? claim.items[0]?.refPayoutId : undefined;
}

async function isolate(book: PayoutBook, claim: Claim, culprit: string, code: string, now: Date): Promise<void> {
  const failureClass = failureClassOf(code);
  const step = { id: culprit, event: 'refuse', failureCode: code, failureClass } as const;
  const [refused] = await advancePayouts(book, [step], now);
  if (refused && failureClass !== 'retry') await book.holdSeller(refused.seller_id, 'PAYOUT_REFUSED', code, now);
  await sendAgain(
    book,
    claim.items.map((item) => item.refPayoutId).filter((id) => id !== culprit),
    now,
  );
  await book.enqueue('payout-run.dispatch', { runId: claim.runId }, now);
  await book.closeRunIfDone(claim.runId, now);
}

async function sendAgain(book: PayoutBook, payoutIds: readonly string[], now: Date): Promise<void> {
  await advancePayouts(
    book,
    payoutIds.map((id) => ({ id, event: 'retry' })),
    now,
  );
}

/** The next business day at the time of dispatch. */
export function nextDispatch(policy: PayoutPolicy, now: Date): Date {
  const tomorrow = policy.calendar.nextBusinessDay(policy.calendar.addDays(businessDateOf(now), 1));
  return instantAt(tomorrow, policy.dispatchAt);
}
