import { addDays } from '@jeongsan/calendar';
import { advancePayouts } from './advance-payouts.js';
import type { OpenAttempt } from './attempt.js';
import { findListed, type Window } from './find-listed.js';
import type { Payout, PayoutStep, ProviderPayout } from './payout.js';
import type { PayoutBook, PayoutStore } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { PayoutProvider } from './provider.js';
import { advanceToProvider } from './record-acceptance.js';
import { promiseResolution } from './record-unknown.js';
import { mustPark } from './rounds.js';

/** Two complete listings, each after the settle delay: one alone may have been taken while the request was still under way. */
const ABSENT_LISTINGS_NEEDED = 2;
/** The neighbouring days cover a date that moved at the provider, or midnight. */
const DAYS_AROUND = 1;
/** EXPRESS stands at the provider under the day of its clock: ours may be days ahead or behind, and a second search sees that. */
const DAYS_AROUND_AGAIN = 7;
/** As many listings as show something else under our reference before people are asked. */
const OTHER_LISTINGS_MAX = 5;

/**
 * Ends the uncertainty about a batch by evidence: a payout found in the listing of its date goes where the provider says; one that
 * two complete listings lack was never made, and goes out again with the same reference. One for which that leads nowhere is parked.
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
  const around = attempt.wasLookedFor ? DAYS_AROUND_AGAIN : DAYS_AROUND;
  const window = { from: addDays(attempt.payoutDate, -around), to: addDays(attempt.payoutDate, around) };
  const seen = await findListed(provider, window, new Set(attempt.unknown));
  await store.transaction('conclude', (book) => conclude(book, attempt, { ...window, ...seen }, policy, now()));
}

type Seen = Window & Awaited<ReturnType<typeof findListed>>;

async function conclude(
  book: PayoutBook,
  attempt: OpenAttempt,
  { found, listed, from, to }: Seen,
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
  // This look was too early to prove that something is not there, whatever the platform's clock said.
  if (absent.length > 0 && !hasSettled(attempt, policy)) return promiseResolution(book, attempt.id, policy, now);
  const number = attempt.absentListings + 1;
  if (absent.length > 0) await book.recordListing(attempt.id, { number, from, to, listed, absent }, now);
  if (absent.length > 0 && number < ABSENT_LISTINGS_NEEDED) {
    await book.changeAttempt(attempt.id, { absentListings: number });
    return promiseResolution(book, attempt.id, policy, now);
  }
  const isOpen = await endRound(book, absent, now);
  if (isOpen) await book.enqueue('payout-run.dispatch', { runId: attempt.runId }, now);
  const others = found.filter((p) => !isAsSent(p)).flatMap((p) => p.refPayoutId ?? []);
  if (others.length > 0 && number < OTHER_LISTINGS_MAX) {
    // There under our reference and not what we sent: neither paid nor absent, so it is looked at until that changes.
    await book.changeAttempt(attempt.id, { absentListings: number });
    return promiseResolution(book, attempt.id, policy, now);
  }
  await tellParked(book, await advancePayouts(book, others.map(parking), now), now);
  await book.changeAttempt(attempt.id, { state: 'resolved', resolveAt: null });
}

const parking = (id: string): PayoutStep => ({ id, event: 'park' });

/** What was never made goes out again with the same reference, until that has led nowhere too often. Tells whether any does. */
async function endRound(book: PayoutBook, absent: readonly string[], now: Date): Promise<boolean> {
  if (absent.length === 0) return false;
  const payouts = await book.payouts(absent);
  const steps = [...payouts.values()].map((payout): PayoutStep => {
    const absentRounds = payout.absent_rounds + 1;
    const event = mustPark({ ...payout, absent_rounds: absentRounds }) ? 'park' : 'absent';
    return { id: payout.id, event, absentRounds };
  });
  const moved = await advancePayouts(book, steps, now);
  const parked = moved.filter((p) => p.state === 'parked');
  await tellParked(book, parked, now);
  return moved.length > parked.length;
}

const tellParked = (book: PayoutBook, parked: readonly Payout[], now: Date): Promise<void> =>
  book.emit(
    'payout.parked',
    parked.map((p) => ({
      entityId: p.id,
      data: { payoutId: p.id, sellerId: p.seller_id, runId: p.run_id, amount: p.amount.toString() },
    })),
    now,
  );

/** Whether so much real time lay between the unanswered request and the look that each listing had its settle delay. */
const hasSettled = (
  { unknownForSeconds, absentListings }: OpenAttempt,
  { realSettleSeconds = 0 }: PayoutPolicy,
): boolean => unknownForSeconds >= realSettleSeconds * (absentListings + 1);
