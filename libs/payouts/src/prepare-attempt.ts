import type { StoredReason } from '@jeongsan/settlement';
import { advanceLocked, advancePayouts } from './advance-payouts.js';
import type { Schedule } from './attempt.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout } from './payout.js';
import { payoutGates } from './payout-gates.js';
import type { PayoutBook, SellerFacts } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import { contentLine, type RunContent } from './run-content.js';
import { together } from './rounds.js';
import { scheduleFor } from './schedule-for.js';

export type Prepared =
  | { kind: 'prepared'; amount: bigint }
  | { kind: 'short' }
  | { kind: 'nothing' }
  /** A payout is not what was approved; nothing was done. */
  | { kind: 'changed'; payoutId: string };

/**
 * Freezes one batch: its items, references, Idempotency-Key and the hash of its body are on record before the first byte is
 * sent. Every item is held against its line of the approved content first. The gates are asked again, under the sellers' locks:
 * what stopped being payable since the draft goes back to payable. `balance`: what the provider has for us, in won.
 */
export async function prepareAttempt(
  book: PayoutBook,
  runId: string,
  approved: RunContent['lines'],
  itemsMax: number,
  balance: bigint,
  policy: PayoutPolicy,
  now: Date,
): Promise<Prepared> {
  const candidates = await book.reservedPayouts(runId, itemsMax);
  if (candidates.length === 0) return { kind: 'nothing' };
  const changed = candidates.find((p) => approved.get(p.ref_payout_id) !== contentLine(p));
  if (changed) return { kind: 'changed', payoutId: changed.id };
  const { passing, stopped } = judge(candidates, await book.sellerFacts(candidates, now), policy);
  await advancePayouts(
    book,
    stopped.map(({ id, reason }) => ({ id, event: 'release', failureCode: reason })),
    now,
  );
  const batch = together(withinBalance(passing, balance));
  if (batch.length === 0) return passing.length > 0 ? { kind: 'short' } : { kind: 'prepared', amount: 0n };
  await freeze(book, runId, batch, policy, now);
  return { kind: 'prepared', amount: batch.reduce((sum, p) => sum + p.amount, 0n) };
}

/** A payout was drafted whole, so it is sent whole or not at all. */
function judge(candidates: readonly Payout[], facts: ReadonlyMap<string, SellerFacts>, policy: PayoutPolicy) {
  const passing: Payout[] = [];
  const stopped: { id: string; reason: StoredReason }[] = [];
  const sent = new Map<string, bigint>();
  for (const payout of candidates) {
    const before = sent.get(payout.seller_id) ?? 0n;
    const reason = stopReason(payout, before, facts.get(payout.seller_id), policy);
    if (reason === null) {
      passing.push(payout);
      sent.set(payout.seller_id, before + payout.amount);
    } else stopped.push({ id: payout.id, reason });
  }
  return { passing, stopped };
}

function stopReason(
  payout: Payout,
  sent: bigint,
  seller: SellerFacts | undefined,
  policy: PayoutPolicy,
): StoredReason | null {
  if (!seller) return 'SELLER_UNKNOWN';
  if (seller.accountFingerprint !== payout.account_fingerprint) return 'ACCOUNT_CHANGED';
  const facts = { ...seller, paidThisWeek: seller.paidThisWeek + sent };
  const verdict = payoutGates(payout.amount, facts, { ...policy, minimumPayout: 0n });
  return verdict.payable === payout.amount ? null : (verdict.holdReason ?? 'NOT_PAYABLE');
}

function withinBalance(payouts: readonly Payout[], balance: bigint): Payout[] {
  let left = balance;
  return payouts.filter((p) => {
    if (p.amount > left) return false;
    left -= p.amount;
    return true;
  });
}

async function freeze(
  book: PayoutBook,
  runId: string,
  batch: readonly Payout[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const id = book.newId();
  const schedule = scheduleFor(now, policy.calendar, batch[0]?.not_before);
  const items = batch.map((p) => frozenPayout(p, schedule, policy.transactionDescription));
  await book.insertAttempt({ id, runId, schedule, items, bodyHash: bodyHash(items) }, now);
  await advanceLocked(
    book,
    new Map(batch.map((p) => [p.id, p])),
    batch.map((p) => ({ id: p.id, event: 'submit', batch: { id, schedule } })),
    now,
  );
  await tellMoved(book, batch, schedule, now);
  await book.enqueue('payout-attempt.send', { attemptId: id }, now);
}

/** No payout changes its day in silence: neither from its statement's day, nor from the one that was told before. */
async function tellMoved(book: PayoutBook, batch: readonly Payout[], schedule: Schedule, now: Date): Promise<void> {
  const moved = batch.filter((p) => (p.payout_date ?? p.due_on) !== schedule.date);
  await book.emit(
    'payout.rescheduled',
    moved.map((p) => ({
      entityId: p.id,
      data: {
        payoutId: p.id,
        sellerId: p.seller_id,
        runId: p.run_id,
        scheduleType: schedule.type,
        from: p.payout_date ?? p.due_on,
        to: schedule.date,
      },
    })),
    now,
  );
}
