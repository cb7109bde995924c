import { Permanent } from '@jeongsan/messaging';
import { batchMachine, type BatchEvent, type BatchState } from '@jeongsan/state-machines';
import type { Batch, BatchHead, FrozenPayout, NewBatch } from './batch.js';
import { outcomeOfWaiting, type Outcome } from './batch-outcome.js';
import { bodyHash } from './frozen-payout.js';
import type { PayoutRecords } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { carryOut } from './ruling.js';
import { nextDispatch } from './schedule-for.js';

/** A batch with its frozen payouts, which the search for a refused payout divides into two halves. */
type Sent = BatchHead & Pick<Batch, 'items'>;

type Effect = Readonly<{
  stamp?: 'sent' | 'answered';
  /**
   * The batch gets a new fence number: a sender that holds the old number may no longer send the batch or record its answer.
   */
  takesFence?: true;
  /** A job is enqueued that reads the provider's listing after the settle delay. */
  looks?: true;
  /** A job is enqueued that sends the batch again, unless all sending is stopped. */
  sends?: true;
  /** The event for the other half of a split batch, which waits for this batch's outcome. */
  waiting?: 'suspect' | 'clear';
}>;

// prettier-ignore
/** What each batch event does besides the change of state. */
const effects = {
  claim:      { stamp: 'sent', takesFence: true },
  giveBack:   { sends: true },
  accept:     { stamp: 'answered', waiting: 'suspect' },
  reject:     { stamp: 'answered', waiting: 'clear' },
  lose:       { stamp: 'answered', waiting: 'clear', looks: true },
  takeOver:   { stamp: 'answered', waiting: 'clear', looks: true, takesFence: true },
  adopt:      { stamp: 'answered', waiting: 'clear', looks: true, takesFence: true },
  freezeAnew: { waiting: 'clear' },
  suspect:    {},
  clear:      {},
  lookAgain:  { looks: true },
  resolve:    {},
} as const satisfies Record<BatchEvent, Effect>;

/**
 * The only function that changes batches. In one transaction: the batch, its payouts, the other half that waits for its
 * outcome, and the jobs that follow.
 * The caller has locked the batch. Throws Permanent when the event contradicts the state of the batch.
 * Order of locks: batch, waiting half, payouts by id, ledger accounts, run.
 */
export async function advanceBatch(
  records: PayoutRecords,
  batch: Sent,
  outcome: Outcome,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const { stamp, takesFence, looks, sends, waiting }: Effect = effects[outcome.event];
  const resolveAt = looks ? new Date(now.getTime() + policy.settleSeconds * 1_000) : null;
  await records.changeBatch(batch.id, {
    state: stateAfter(batch, outcome.event),
    ...(takesFence && { fence: batch.fence + 1n }),
    ...(stamp && { stamp }),
    ...(outcome.code !== undefined && { rejectionCode: outcome.code }),
    ...(outcome.absentListings !== undefined && { absentListings: outcome.absentListings }),
    ...((looks || outcome.event === 'resolve') && { resolveAt }),
  });
  await carryOut(records, outcome.rulings, now);
  // While all sending is stopped no job is enqueued: the decision that resumes sending finds the batch, which is `prepared`
  // again.
  if (sends && !(await records.controls.isHalted()))
    await records.enqueue('payout-batch.send', { batchId: batch.id }, now);
  if (resolveAt) await records.enqueue('payout-batch.resolve', { batchId: batch.id }, now, { runAt: resolveAt });
  if (outcome.searchFor !== undefined) await sendInHalves(records, batch, outcome.searchFor, now);
  await enqueueDispatch(records, batch, outcome, policy, now);
  if (waiting === undefined || batch.suspectedOf === null) return;
  const half = await records.waitingFor(batch.id);
  if (half !== null) await advanceBatch(records, half, outcomeOfWaiting(waiting, half, outcome), policy, now);
}

function stateAfter({ id, state }: BatchHead, event: BatchEvent): BatchState {
  const verdict = batchMachine.classify(state, event);
  if (verdict.kind === 'move') return verdict.to;
  throw new Permanent(`Batch ${id} is ${state}: ${event} contradicts it`);
}

/**
 * Splits a refused batch whose refusal named no payout. Only the first half is sent: its outcome also shows whether the second
 * half holds the refused payout. Each halving so costs one request instead of two (docs/decisions/0020).
 */
async function sendInHalves(
  records: PayoutRecords,
  { runId, schedule, items }: Sent,
  suspectedOf: string,
  now: Date,
): Promise<void> {
  const half = (part: readonly FrozenPayout[], waitsFor: string | null): NewBatch => ({
    ...{ id: records.newId(), runId, schedule, items: part, bodyHash: bodyHash(part) },
    ...{ suspectedOf, waitsFor },
  });
  const middle = Math.ceil(items.length / 2);
  const first = half(items.slice(0, middle), null);
  await records.insertBatches([first, half(items.slice(middle), first.id)], now);
  await records.enqueue('payout-batch.send', { batchId: first.id }, now);
}

async function enqueueDispatch(
  records: PayoutRecords,
  { runId }: BatchHead,
  { dispatch, code = '' }: Outcome,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  if (dispatch === undefined) return;
  if (dispatch === 'now') return records.enqueue('payout-run.dispatch', { runId }, now);
  const runAt = nextDispatch(policy, now);
  const retryAt = runAt.toISOString();
  if (dispatch === 'later: blocked') await records.alertRun('payout-run.blocked', { runId, code, retryAt }, now);
  else {
    const waiting = (await records.reservedAmount(runId)).toString();
    // `missing` is null: the balance sufficed when it was read, and the provider's refusal does not state how much is missing.
    await records.alertRun('payout-run.waiting-for-balance', { runId, waiting, missing: null, retryAt }, now);
  }
  await records.enqueue('payout-run.dispatch', { runId }, now, { runAt });
}
