import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import { advancePayouts } from './advance-payouts.js';
import { advanceBatch } from './advance-batch.js';
import type { Schedule } from './batch.js';
import { mayBeThere } from './batch-outcome.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout } from './payout.js';
import type { PayoutRecords } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';

const FOUND = 'FOUND_AT_PROVIDER';

/**
 * A payout that the provider already has although our records would still send it. `schedule`: the day on which the provider
 * pays it.
 */
export type Found = Readonly<{ payoutId: string; schedule: Schedule }>;

/**
 * Keeps payouts that the provider already has from being sent a second time: each one is put into a batch whose outcome is
 * unknown, and the provider's listing then settles that batch like any other unknown batch.
 * This can happen after a restore from a backup or a failover to a replica that lagged: our records lost their last hours, the
 * provider's did not. A payout that is no longer `reserved` is left as is.
 */
export async function adoptFound(
  records: PayoutRecords,
  found: readonly Found[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const payouts = await records.payouts(found.map((f) => f.payoutId));
  const groups = new Map<string, Adopted[]>();
  for (const { payoutId, schedule } of found) {
    const payout = payouts.get(payoutId);
    if (payout?.state !== 'reserved') continue;
    const key = `${payout.run_id}/${schedule.type}/${schedule.date}`;
    groups.set(key, [...(groups.get(key) ?? []), { payout, schedule }]);
  }
  for (const group of groups.values()) await adopt(records, group, policy, now);
}

type Adopted = Readonly<{ payout: Payout; schedule: Schedule }>;

/**
 * Groups payouts of one run and one payout date into new batches of at most PAYOUTS_PER_REQUEST_MAX: the original batches are
 * lost.
 */
async function adopt(
  records: PayoutRecords,
  group: readonly Adopted[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  for (let from = 0; from < group.length; from += PAYOUTS_PER_REQUEST_MAX) {
    const batch = group.slice(from, from + PAYOUTS_PER_REQUEST_MAX);
    const [first] = batch;
    if (!first) return;
    const { schedule, payout } = first;
    const id = records.newId();
    const items = batch.map((a) => frozenPayout(a.payout, schedule, policy.transactionDescription));
    await records.insertBatches([{ id, runId: payout.run_id, schedule, items, bodyHash: bodyHash(items) }], now);
    await advancePayouts(
      records,
      batch.map((a) => ({ id: a.payout.id, event: 'submit', batch: { id, schedule } })),
      now,
    );
    await declareSent(records, id, policy, now);
  }
}

/**
 * Sets the outcome of a prepared batch to unknown: our records have no claim on the batch, but the provider has its payouts. A
 * batch in any other state is left as is.
 */
export async function declareSent(
  records: PayoutRecords,
  batchId: string,
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const batch = await records.batch(batchId);
  if (batch?.state !== 'prepared') return;
  await advanceBatch(records, batch, mayBeThere('adopt', FOUND, batch), policy, now);
}
