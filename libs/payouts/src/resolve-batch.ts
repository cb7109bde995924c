import { addDays } from '@jeongsan/calendar';
import { advanceBatch } from './advance-batch.js';
import type { OpenBatch } from './batch.js';
import { outcomeOfLook } from './batch-outcome.js';
import { findListed } from './find-listed.js';
import type { PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { PayoutProvider } from './provider.js';

/** The neighbouring days cover a date that moved at the provider, or midnight. */
const DAYS_AROUND = 1;
/** EXPRESS stands at the provider under the day of its clock: ours may be days ahead or behind, and a second search sees that. */
const DAYS_AROUND_AGAIN = 7;

/**
 * Ends the uncertainty about a batch by evidence: a payout found in the listing of its date goes where the provider says; one that
 * two complete listings lack was never made, and goes out again with the same reference. One for which that leads nowhere is parked.
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
  await store.transaction('conclude', async (book) => {
    // Another resolver may have looked at the same time: its listing counts, and this one does not count as a second.
    const batch = await book.batch(batchId);
    if (batch?.state !== 'unknown' || batch.absentListings !== open.absentListings) return;
    const { outcome, absent } = outcomeOfLook(open, batch, { found, hasSettled: hasSettled(open, policy) });
    const number = open.absentListings + 1;
    if (absent.length > 0) await book.recordListing(batchId, { number, ...window, listed, absent }, now());
    await advanceBatch(book, batch, outcome, policy, now());
  });
}

/** Whether so much real time lay between the unanswered request and this look that each listing had its settle delay. */
const hasSettled = (
  { unknownForSeconds, absentListings }: OpenBatch,
  { realSettleSeconds = 0 }: PayoutPolicy,
): boolean => unknownForSeconds >= realSettleSeconds * (absentListings + 1);
