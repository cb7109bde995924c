import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import { advancePayouts } from './advance-payouts.js';
import { advanceBatch } from './advance-batch.js';
import type { Schedule } from './batch.js';
import { mayBeThere } from './batch-outcome.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout } from './payout.js';
import type { PayoutBook } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';

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
  const groups = new Map<string, Adopted[]>();
  for (const { payoutId, schedule } of found) {
    const payout = payouts.get(payoutId);
    if (payout?.state !== 'reserved') continue;
    const key = `${payout.run_id}/${schedule.type}/${schedule.date}`;
    groups.set(key, [...(groups.get(key) ?? []), { payout, schedule }]);
  }
  for (const group of groups.values()) await adopt(book, group, policy, now);
}

type Adopted = Readonly<{ payout: Payout; schedule: Schedule }>;

/** Batches of one run and day, as full as they may be: which ones were sent together is what the books have lost. */
async function adopt(book: PayoutBook, group: readonly Adopted[], policy: PayoutPolicy, now: Date): Promise<void> {
  for (let from = 0; from < group.length; from += PAYOUTS_PER_REQUEST_MAX) {
    const batch = group.slice(from, from + PAYOUTS_PER_REQUEST_MAX);
    const [first] = batch;
    if (!first) return;
    const { schedule, payout } = first;
    const id = book.newId();
    const items = batch.map((a) => frozenPayout(a.payout, schedule, policy.transactionDescription));
    await book.insertBatches([{ id, runId: payout.run_id, schedule, items, bodyHash: bodyHash(items) }], now);
    await advancePayouts(
      book,
      batch.map((a) => ({ id: a.payout.id, event: 'submit', batch: { id, schedule } })),
      now,
    );
    await declareSent(book, id, policy, now);
  }
}

/** A batch that was never claimed, as far as the books know, and that the provider has: its outcome is unknown. */
export async function declareSent(book: PayoutBook, batchId: string, policy: PayoutPolicy, now: Date): Promise<void> {
  const batch = await book.batch(batchId);
  if (batch?.state !== 'prepared') return;
  await advanceBatch(book, batch, mayBeThere('adopt', FOUND, batch), policy, now);
}
