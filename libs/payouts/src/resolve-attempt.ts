import { addDays } from '@jeongsan/calendar';
import { advancePayouts } from './advance-payouts.js';
import type { OpenAttempt } from './attempt.js';
import type { ProviderPayout } from './payout.js';
import type { PayoutBook, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { PayoutProvider } from './provider.js';
import { advanceToProvider } from './record-acceptance.js';
import { promiseResolution } from './record-unknown.js';

/** Two complete listings, each after the settle delay: one alone may have been taken while the request was still under way. */
const ABSENT_LISTINGS_NEEDED = 2;
const LISTING_LIMIT = 1_000;
/** A batch of 100 stands within one or two pages of its date; this many says that something else is wrong. */
const LISTING_PAGES_MAX = 1_000;

/**
 * Ends the uncertainty about a batch by evidence: a payout found in the listing of its date goes where the provider says; one that
 * two complete listings lack was never made, and goes out again with the same reference.
 */
export async function resolveAttempt(
  store: PayoutStore,
  provider: Pick<PayoutProvider, 'listPayouts'>,
  attemptId: string,
  policy: PayoutPolicy,
  now: () => Date,
): Promise<void> {
  const attempt = await store.openAttempt(attemptId, now());
  if (attempt === null) return;
  const found = await findListed(provider, attempt.payoutDate, new Set(attempt.unknown));
  await store.transaction('conclude', (book) => conclude(book, attempt, found, policy, now()));
}

/** Reads the whole window: a listing that breaks off proves nothing and throws. The neighbouring days cover a date that moved. */
async function findListed(
  provider: Pick<PayoutProvider, 'listPayouts'>,
  payoutDate: string,
  wanted: ReadonlySet<string>,
): Promise<ProviderPayout[]> {
  const found: ProviderPayout[] = [];
  const window = {
    payoutDateGte: addDays(payoutDate, -1),
    payoutDateLte: addDays(payoutDate, 1),
    limit: LISTING_LIMIT,
  };
  let startingAfter: string | null = null;
  for (let page = 0; page < LISTING_PAGES_MAX; page += 1) {
    const query = startingAfter === null ? window : { ...window, startingAfter };
    const { entityBody } = await provider.listPayouts({ query });
    found.push(...entityBody.items.filter((p) => p.refPayoutId !== null && wanted.has(p.refPayoutId)));
    if (!entityBody.hasMore || entityBody.nextCursor === null) return found;
    startingAfter = entityBody.nextCursor;
  }
  throw new Error(`The listing of payouts around ${payoutDate} does not end`);
}

async function conclude(
  book: PayoutBook,
  attempt: OpenAttempt,
  found: readonly ProviderPayout[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  // Another resolver may have looked at the same time: its listing is counted, not this one's as well.
  const current = await book.attempt(attempt.id);
  if (current?.state !== 'unknown' || current.absentListings !== attempt.absentListings) return;
  const amounts = new Map(current.items.map((item) => [item.refPayoutId, BigInt(item.amount.value)]));
  const isAsSent = (p: ProviderPayout) => p.refPayoutId !== null && amounts.get(p.refPayoutId) === p.amount.minor;
  await advanceToProvider(book, found.filter(isAsSent), now);
  const seen = new Set(found.map((p) => p.refPayoutId));
  const absent = attempt.unknown.filter((id) => !seen.has(id));
  if (absent.length > 0 && attempt.absentListings + 1 < ABSENT_LISTINGS_NEEDED) {
    await book.changeAttempt(attempt.id, { absentListings: attempt.absentListings + 1 });
    return promiseResolution(book, attempt.id, policy, now);
  }
  await advancePayouts(
    book,
    absent.map((id) => ({ id, event: 'absent' })),
    now,
  );
  if (absent.length > 0) await book.enqueue('payout-run.dispatch', { runId: attempt.runId }, now);
  if (!found.every(isAsSent)) {
    // There under our reference and not what we sent: neither paid nor absent, so it is looked at until that changes.
    await book.changeAttempt(attempt.id, { absentListings: attempt.absentListings + 1 });
    return promiseResolution(book, attempt.id, policy, now);
  }
  await book.changeAttempt(attempt.id, { state: 'resolved', resolveAt: null });
}
