import { addDays } from '@jeongsan/calendar';
import type { CallError } from '@jeongsan/http-contract';
import { advancePayouts } from './advance-payouts.js';
import { holdFence, type Claim } from './claim.js';
import { endSearch, refuseItem, searchIn } from './culprit-search.js';
import { failureClassOf, rejectionScope, type RejectionScope } from './failure-class.js';
import type { PayoutNews } from './payout.js';
import type { PayoutBook } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { recordUnknown } from './record-unknown.js';
import { nextBusinessDay, nextDispatch } from './schedule-for.js';

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
  if (scope === 'duplicate') return recordUnknown(book, claim, error.code, policy, now, culpritOf(claim, error));
  const attempt = await holdFence(book, claim);
  await book.changeAttempt(claim.attemptId, { state: 'rejected', stamp: 'answered', rejectionCode: error.code });
  await endSearch(book, attempt, now); // Each way from here promises the next dispatch, or a search that will.
  if (scope === 'item') {
    const culprit = culpritOf(claim, error);
    if (!culprit) return searchIn(book, { ...attempt, items: claim.items }, error.code, now);
    return isolate(book, claim, culprit, error.code, now);
  }
  // Refused for a day, they are wanted for the one after: the same day would be refused for ever.
  const notBefore = scope === 'date' ? { notBefore: addDays(attempt.schedule.date, 1) } : {};
  await sendAgain(book, allOf(claim), now, notBefore);
  const isMoving = scope === 'date' && attempt.schedule.date <= nextBusinessDay(policy.calendar, now);
  const runAt = isMoving ? now : nextDispatch(policy, now);
  if (!isMoving) await tellWaiting(book, claim.runId, scope, error.code, runAt, now);
  await book.enqueue('payout-run.dispatch', { runId: claim.runId }, now, { runAt });
}

const allOf = (claim: Claim): string[] => claim.items.map((item) => item.refPayoutId);

/** The run waits for the next time of dispatch, and people should know what for. */
async function tellWaiting(
  book: PayoutBook,
  runId: string,
  scope: 'balance' | 'date' | 'setup',
  code: string,
  runAt: Date,
  now: Date,
): Promise<void> {
  const retryAt = runAt.toISOString();
  if (scope !== 'balance') return book.alertRun('payout-run.blocked', { runId, code, retryAt }, now);
  const waiting = (await book.reservedAmount(runId)).toString();
  // Its balance was enough when we asked: what is missing now, it does not say.
  return book.alertRun('payout-run.waiting-for-balance', { runId, waiting, missing: null, retryAt }, now);
}

/** The error names its item: `(refPayoutId: …)`. One that names none of ours is searched for. */
function culpritOf(claim: Claim, error: CallError): string | undefined {
  const named = /\(refPayoutId: ([^)]+)\)/.exec(error.detail)?.[1];
  const isOurs = claim.items.some((item) => item.refPayoutId === named);
  if (isOurs) return named;
  return claim.items.length === 1 ? claim.items[0]?.refPayoutId : undefined;
}

async function isolate(book: PayoutBook, claim: Claim, culprit: string, code: string, now: Date): Promise<void> {
  await refuseItem(book, culprit, { code, failureClass: failureClassOf(code) }, now);
  await sendAgain(
    book,
    allOf(claim).filter((id) => id !== culprit),
    now,
  );
  await book.enqueue('payout-run.dispatch', { runId: claim.runId }, now);
  await book.closeRunIfDone(claim.runId, now);
}

async function sendAgain(
  book: PayoutBook,
  payoutIds: readonly string[],
  now: Date,
  news: Pick<PayoutNews, 'notBefore'> = {},
): Promise<void> {
  await advancePayouts(
    book,
    payoutIds.map((id) => ({ id, event: 'retry', ...news })),
    now,
  );
}
