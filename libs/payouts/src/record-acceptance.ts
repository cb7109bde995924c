import { advanceLocked, advancePayouts, existing, isFinished } from './advance-payouts.js';
import { holdFence, type Claim } from './claim.js';
import { continueSearch } from './culprit-search.js';
import { failureClassOf, payoutEventOf } from './failure-class.js';
import { classInARow, holdForFailure } from './hold-for-failure.js';
import type { Payout, PayoutStep, ProviderPayout } from './payout.js';
import type { PayoutBook } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { abandonSearch, promiseResolution } from './record-unknown.js';

/** Records what the provider accepted. Items are matched by reference only; one it does not mention stays unknown. */
export async function recordAcceptance(
  book: PayoutBook,
  claim: Claim,
  accepted: readonly ProviderPayout[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const attempt = await holdFence(book, claim);
  const byReference = new Map(accepted.map((p) => [p.refPayoutId, p]));
  const found = claim.items.flatMap((item) => {
    const payout = byReference.get(item.refPayoutId);
    return payout && payout.amount.minor === BigInt(item.amount.value) ? [payout] : [];
  });
  await advanceToProvider(book, found, now);
  const seen = new Set(found.map((p) => p.refPayoutId));
  const missing = claim.items.filter((item) => !seen.has(item.refPayoutId));
  await advancePayouts(
    book,
    missing.map((item) => ({ id: item.refPayoutId, event: 'lose' })),
    now,
  );
  const state = missing.length === 0 ? 'accepted' : 'unknown';
  await book.changeAttempt(claim.attemptId, { state, stamp: 'answered' });
  if (missing.length === 0) return continueSearch(book, attempt, now);
  await promiseResolution(book, claim.attemptId, policy, now);
  await abandonSearch(book, attempt, now);
}

/** Moves payouts of ours to what the provider says of them now. The reference is our payout id. */
export async function advanceToProvider(book: PayoutBook, seen: readonly ProviderPayout[], now: Date): Promise<void> {
  if (seen.length === 0) return;
  const ours = await book.payouts(seen.flatMap((p) => p.refPayoutId ?? []));
  const steps = await stepsTo(book, ours, seen);
  const moved = await advanceLocked(book, ours, steps, now);
  const news = new Map(steps.map((step) => [step.id, step]));
  for (const payout of moved) {
    if (payout.state !== 'failed' && payout.state !== 'returned') continue;
    const { failureCode: code = '', failureClass: asTold = 'retry' } = news.get(payout.id) ?? {};
    // Money that a bank sends back after it had arrived comes back again, whatever the code: the account must change.
    const failureClass = payout.state === 'returned' && asTold === 'retry' ? 'seller_must_act' : asTold;
    await holdForFailure(book, payout, { code, failureClass, reason: 'ACCOUNT_REJECTED' }, now);
  }
  // Of payouts that are only on their way none can be the last one of its run.
  for (const runId of new Set(moved.filter(isFinished).map((payout) => payout.run_id)))
    await book.closeRunIfDone(runId, now);
}

async function stepsTo(
  book: PayoutBook,
  ours: ReadonlyMap<string, Payout>,
  seen: readonly ProviderPayout[],
): Promise<PayoutStep[]> {
  const steps: PayoutStep[] = [];
  for (const p of seen) {
    if (p.refPayoutId === null) continue;
    const payout = existing(ours, p.refPayoutId);
    const news = { id: payout.id, providerPayoutId: p.id, providerStatus: p.status, requestedAt: p.requestedAt };
    const event = payoutEventOf[p.status];
    if (event !== 'fail') {
      steps.push({ ...news, event });
      continue;
    }
    const failureCode = p.error?.code ?? p.status;
    const asTold = failureClassOf(failureCode);
    // Money that comes back after it was paid is an event of its own: the books move the other way.
    const wasPaid = payout.state === 'paid' || payout.state === 'returned';
    steps.push(
      wasPaid
        ? { ...news, event: 'giveBack', failureCode, failureClass: asTold }
        : { ...news, event, failureCode, failureClass: await classInARow(book, payout, asTold) },
    );
  }
  return steps;
}
