import { advanceLocked, advancePayouts, existing } from './advance-payouts.js';
import type { Attempt, AttemptHead, NewAttempt } from './attempt.js';
import type { FailureClass } from './failure-class.js';
import { bodyHash, type FrozenPayout } from './frozen-payout.js';
import { classInARow, holdForFailure } from './hold-for-failure.js';
import type { PayoutBook } from './payout-store.js';

type Refusal = Readonly<{ code: string; failureClass: FailureClass }>;

/**
 * A batch was refused because of an item that the refusal does not name. One half of it goes out again as it is, and what becomes of
 * it tells where the bad item is: one request for each halving, not two. The other half waits meanwhile; should it be kept too long,
 * it is sent like any other batch that nobody moved on.
 */
export async function searchIn(
  book: PayoutBook,
  { runId, schedule, items }: Pick<Attempt, 'runId' | 'schedule' | 'items'>,
  code: string,
  now: Date,
): Promise<void> {
  const middle = Math.ceil(items.length / 2);
  const half = (part: readonly FrozenPayout[], waitsFor: string | null): NewAttempt => ({
    ...{ id: book.newId(), runId, schedule, items: part, bodyHash: bodyHash(part) },
    ...{ suspectedOf: code, waitsFor },
  });
  const sent = half(items.slice(0, middle), null);
  await book.insertAttempts([sent, half(items.slice(middle), sent.id)], now);
  await book.enqueue('payout-attempt.send', { attemptId: sent.id }, now);
}

/**
 * The half was taken, so the bad item is in the one that waited. The last one left is it. It was refused with the others, so its money
 * is free; but not alone, so this is held against its seller only when it happens in a row: it is tried again with the next statement.
 */
export async function continueSearch(book: PayoutBook, taken: AttemptHead, now: Date): Promise<void> {
  const waiting = await waitingFor(book, taken);
  if (waiting === null) return;
  const code = waiting.suspectedOf ?? '';
  await book.changeAttempt(waiting.id, { state: 'rejected', rejectionCode: code });
  const [first, ...others] = waiting.items;
  if (others.length > 0) return searchIn(book, waiting, code, now);
  if (first) await refuseItem(book, first.refPayoutId, { code, failureClass: 'retry' }, now);
  await book.enqueue('payout-run.dispatch', { runId: waiting.runId }, now);
  await book.closeRunIfDone(waiting.runId, now);
}

/**
 * The half was refused itself, was never sent, or nobody knows: those that waited for it are under suspicion no longer. They go out
 * again with a later batch, which the caller promises when this tells that there are any.
 */
export async function endSearch(book: PayoutBook, half: AttemptHead, now: Date): Promise<boolean> {
  const waiting = await waitingFor(book, half);
  if (waiting === null) return false;
  await book.changeAttempt(waiting.id, { state: 'rejected', rejectionCode: 'SEARCH_OVER' });
  await advancePayouts(
    book,
    waiting.items.map(({ refPayoutId: id }) => ({ id, event: 'retry' })),
    now,
  );
  return true;
}

const waitingFor = async (book: PayoutBook, { id, suspectedOf }: AttemptHead): Promise<Attempt | null> =>
  suspectedOf === null ? null : book.waitingFor(id);

/** The provider does not take this one. Where only its seller, or nobody, can help, the seller waits. */
export async function refuseItem(
  book: PayoutBook,
  payoutId: string,
  { code, failureClass }: Refusal,
  now: Date,
): Promise<void> {
  const payouts = await book.payouts([payoutId]);
  const meant = await classInARow(book, existing(payouts, payoutId), failureClass);
  const step = { id: payoutId, event: 'refuse', failureCode: code, failureClass: meant } as const;
  const [refused] = await advanceLocked(book, payouts, [step], now);
  if (refused) await holdForFailure(book, refused, { code, failureClass: meant, reason: 'PAYOUT_REFUSED' }, now);
}
