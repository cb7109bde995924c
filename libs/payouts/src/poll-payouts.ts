import type { PayoutRecords } from './payout-store.js';

const OVERDUE_MINUTES = 10;
const PER_POLL_MAX = 500;

/**
 * Enqueues jobs for work that made no progress for OVERDUE_MINUTES: payouts without news (webhooks get lost, and DELETED is
 * never announced), batches whose job died, runs without a dispatch job. Every job is safe to repeat.
 */
export async function pollPayouts(records: PayoutRecords, now: Date): Promise<void> {
  const overdue = new Date(now.getTime() - OVERDUE_MINUTES * 60_000);
  const unheard = await records.unheardOf(overdue, PER_POLL_MAX, now);
  const polls = unheard.map((id) => ({ data: { providerPayoutId: id }, dedupeKey: `payout.poll/${id}` }));
  await records.enqueueAll('payout.observe', polls, now);
  for (const { id, state } of await records.stuckBatches(overdue, PER_POLL_MAX)) {
    const job = state === 'unknown' ? 'payout-batch.resolve' : 'payout-batch.send';
    await records.enqueue(job, { batchId: id }, now, { dedupeKey: `${job}/${id}` });
  }
  for (const { id, state } of await records.abandonedRuns(PER_POLL_MAX)) {
    const job = state === 'rejected' || state === 'expired' ? 'payout-run.release' : 'payout-run.dispatch';
    await records.enqueue(job, { runId: id }, now, { dedupeKey: `${job}/${id}` });
  }
}
