import { addDays } from '@jeongsan/calendar';
import { advanceBatch } from './advance-batch.js';
import type { OpenBatch } from './batch.js';
import { outcomeOfLook } from './batch-outcome.js';
import { findListed } from './find-listed.js';
import type { PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { PayoutProvider } from './provider.js';

/**
 * Days before and after the payout date that are listed: the provider may have moved the date, or midnight passed during the
 * request.
 */
const DAYS_AROUND = 1;
/**
 * The window of a second search. EXPRESS payouts are listed under the provider's date, which may be days off ours where the
 * clocks differ.
 */
const DAYS_AROUND_AGAIN = 7;

/**
 * Decides about a batch whose outcome is unknown, by evidence: a payout found in the provider's listing takes the listed
 * status; a payout that two complete listings lack was never made and goes out again with the same reference, or is parked
 * after too many such rounds.
 */
export async function resolveBatch(
  store: PayoutStore,
  provider: Pick<PayoutProvider, 'listPayouts'>,
  batchId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const open = await store.openBatch(batchId, now());
  if (open === null) return;
  const around = open.wasLookedFor ? DAYS_AROUND_AGAIN : DAYS_AROUND;
  const window = { from: addDays(open.payoutDate, -around), to: addDays(open.payoutDate, around) };
  const { found, listed } = await findListed(provider, window, new Set(open.unknown));
  await store.transaction('conclude', async (records) => {
    // Another worker may have read the listing for this batch at the same time: that listing counts, and this one must not
    // count as a second listing.
    const batch = await records.batch(batchId);
    if (batch?.state !== 'unknown' || batch.absentListings !== open.absentListings) return;
    const { outcome, absent } = outcomeOfLook(open, batch, { found, hasSettled: hasSettled(open, policy) });
    const number = open.absentListings + 1;
    if (absent.length > 0) await records.recordListing(batchId, { number, ...window, listed, absent }, now());
    await advanceBatch(records, batch, outcome, policy, now());
  });
}

/** Whether each listing so far was read after its own settle delay, in real time since the unanswered request. */
const hasSettled = (
  { unknownForSeconds, absentListings }: OpenBatch,
  { realSettleSeconds = 0 }: PayoutPolicy,
): boolean => unknownForSeconds >= realSettleSeconds * (absentListings + 1);
