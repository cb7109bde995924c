import { businessDateOf } from '@jeongsan/calendar';
import { Permanent } from '@jeongsan/messaging';
import type { AttemptHead } from './attempt.js';
import { freezeAnew } from './freeze-anew.js';
import { bodyHash, type FrozenPayout } from './frozen-payout.js';
import type { PayoutBook, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { stopReason } from './prepare-attempt.js';
import { recordUnknown } from './record-unknown.js';

/** One batch this process may send, and the number that proves it. */
export type Claim = Readonly<{
  attemptId: string;
  runId: string;
  fence: bigint;
  idempotencyKey: string;
  items: readonly FrozenPayout[];
}>;

/** Another worker took the batch over: this one has nothing to say about it any more. */
export class FenceLost extends Error {
  override name = 'FenceLost';
  constructor(attemptId: string) {
    super(`Attempt ${attemptId} was taken over by another worker`);
  }
}

/** Throws FenceLost unless this claim is still the current one. */
export async function assertFence(store: PayoutStore, claim: Claim): Promise<void> {
  if (!(await store.holdsFence(claim))) throw new FenceLost(claim.attemptId);
}

/** Only the holder of the current number may record an outcome: a late answer to a batch somebody took over is dropped. */
export async function holdFence(book: PayoutBook, claim: Claim): Promise<AttemptHead> {
  const attempt = await book.attemptHead(claim.attemptId);
  if (attempt?.state !== 'sending' || attempt.fence !== claim.fence) throw new FenceLost(claim.attemptId);
  return attempt;
}

/**
 * Takes the batch for this process. Null when there is nothing to send: somebody else did, its day is over, a seller of it may not
 * be paid any more, or the run or all sending is stopped, and whoever lets it go comes back to it. `changed`: it is not what was
 * frozen, and its run is stopped. A batch that its sender fell silent about is not sent again: its outcome is unknown. Throws while
 * another sender may still answer.
 */
export async function claimAttempt(
  book: PayoutBook,
  attemptId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<Claim | 'changed' | null> {
  const attempt = await book.attempt(attemptId);
  if (!attempt) throw new Permanent(`Attempt ${attemptId} does not exist`);
  const { runId, idempotencyKey, items } = attempt;
  const claim = { attemptId, runId, idempotencyKey, items, fence: attempt.fence + 1n };
  if (attempt.state === 'prepared') {
    if (attempt.runState === 'stopped') return null;
    if (await book.controls.isHalted()) return null;
    if (attempt.schedule.date < businessDateOf(now)) {
      await freezeAnew(book, attempt, 'DATE_OVER', now);
      return null;
    }
    if (bodyHash(items) !== attempt.bodyHash) {
      await book.stopRun(runId, `batch ${attemptId} is not as frozen`, now);
      return 'changed';
    }
    // Stamped before the sellers are looked at: who changed before that moment is seen.
    await book.changeAttempt(attemptId, { state: 'sending', fence: claim.fence, stamp: 'sent' });
    if (!(await isOvertaken(book, attemptId, policy, now))) return claim;
    await freezeAnew(book, attempt, 'OVERTAKEN', now);
    return null;
  }
  if (attempt.state !== 'sending') return null;
  // Real time on purpose: silence is measured on the wire, not on the business calendar.
  if ((attempt.silentForSeconds ?? 0) < policy.sendingTimeoutSeconds)
    throw new Error(`Attempt ${attemptId} is being sent by another worker: its outcome must be awaited`);
  await book.changeAttempt(attemptId, { fence: claim.fence });
  await recordUnknown(book, claim, 'SENDER_SILENT', policy, now);
  return null;
}

/** A frozen batch may have waited for long, or its sellers changed in that very moment. */
async function isOvertaken(book: PayoutBook, attemptId: string, policy: PayoutPolicy, now: Date): Promise<boolean> {
  const recipients = await book.recipients(attemptId, now);
  return recipients.some(({ payout, seller }) => stopReason(payout, 0n, seller, policy) !== null);
}
