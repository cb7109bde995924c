import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { StoredReason } from '@jeongsan/settlement';
import { advanceLocked, advancePayouts } from './advance-payouts.js';
import type { NewBatch, Schedule } from './batch.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout } from './payout.js';
import { payoutGates } from './payout-gates.js';
import type { PayoutBook, SellerFacts } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { RunContent } from './run-content.js';
import { together } from './rounds.js';
import { scheduleFor } from './schedule-for.js';

export type Prepared =
  /** `from`: every payout before it has left the run's reserved ones, or was held by another. */
  | { kind: 'prepared'; amount: bigint; from: string | null }
  | { kind: 'short' }
  | { kind: 'nothing' }
  /** A payout is not what was approved; nothing was done. */
  | { kind: 'changed'; payoutId: string };

/**
 * Freezes the next batches: their items, references, Idempotency-Keys and the hashes of their bodies are on record before the first
 * byte is sent. Every item is held against its line of the approved content first. The gates are asked again, under the sellers' locks:
 * what stopped being payable since the draft goes back to payable. `from`: where the batch before ended, so that no batch looks at all
 * that were sent before it. `balance`: what the provider has for us, in won.
 */
export async function prepareBatches(
  book: PayoutBook,
  runId: string,
  approved: RunContent,
  from: string | null,
  balance: bigint,
  policy: PayoutPolicy,
  now: Date,
): Promise<Prepared> {
  const { payoutsPerRequest: itemsMax = PAYOUTS_PER_REQUEST_MAX, batchesPerFreeze: batchesMax = 1 } = policy;
  const candidates = await book.reservedPayouts(runId, itemsMax * batchesMax, from);
  if (candidates.length === 0) return { kind: 'nothing' };
  const changed = candidates.find((p) => !approved.includes(p));
  if (changed) return { kind: 'changed', payoutId: changed.id };
  const { passing, stopped } = judge(candidates, await book.sellerFacts(candidates, now), policy);
  await advancePayouts(
    book,
    stopped.map(({ id, reason }) => ({ id, event: 'release', failureCode: reason })),
    now,
  );
  const batches = cut(withinBalance(passing, balance), itemsMax, batchesMax);
  if (batches.length === 0 && passing.length > 0) return { kind: 'short' };
  await freeze(book, runId, batches, policy, now);
  const frozen = new Set(batches.flat());
  const next = passing.find((p) => !frozen.has(p)) ?? candidates.at(-1);
  const amount = [...frozen].reduce((sum, p) => sum + p.amount, 0n);
  return { kind: 'prepared', amount, from: next?.id ?? from };
}

/** Batches of payouts that may go out together. */
function cut(payouts: readonly Payout[], itemsMax: number, batchesMax: number): Payout[][] {
  const batches: Payout[][] = [];
  for (let left = payouts; left.length > 0 && batches.length < batchesMax;) {
    const batch = together(left).slice(0, itemsMax);
    batches.push(batch);
    const taken = new Set(batch);
    left = left.filter((p) => !taken.has(p));
  }
  return batches;
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

/** Why a payout may not leave; null: it may. `sent`: what goes to its seller before it. */
export function stopReason(
  payout: Pick<Payout, 'account_fingerprint' | 'amount'>,
  sent: bigint,
  seller: SellerFacts | null | undefined,
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
  batches: readonly Payout[][],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const frozen = batches.map((payouts): NewBatch => {
    const schedule = scheduleFor(now, policy.calendar, payouts[0]?.not_before);
    const items = payouts.map((p) => frozenPayout(p, schedule, policy.transactionDescription));
    return { id: book.newId(), runId, schedule, items, bodyHash: bodyHash(items) };
  });
  if (frozen.length === 0) return;
  await book.insertBatches(frozen, now);
  await book.enqueueAll(
    'payout-batch.send',
    frozen.map(({ id }) => ({ data: { batchId: id } })),
    now,
  );
  const joining = frozen.flatMap((batch, index) => batches[index]?.map((payout) => ({ payout, batch })) ?? []);
  await advanceLocked(
    book,
    new Map(joining.map(({ payout }) => [payout.id, payout])),
    joining.map(({ payout, batch }) => ({ id: payout.id, event: 'submit', batch })),
    now,
  );
  await tellMoved(book, joining, now);
}

/** No payout changes its day in silence: neither from its statement's day, nor from the one that was told before. */
async function tellMoved(
  book: PayoutBook,
  joining: readonly { payout: Payout; batch: { schedule: Schedule } }[],
  now: Date,
): Promise<void> {
  const moved = joining.filter(({ payout, batch }) => (payout.payout_date ?? payout.due_on) !== batch.schedule.date);
  await book.emit(
    'payout.rescheduled',
    moved.map(({ payout, batch: { schedule } }) => ({
      entityId: payout.id,
      data: {
        payoutId: payout.id,
        sellerId: payout.seller_id,
        runId: payout.run_id,
        scheduleType: schedule.type,
        from: payout.payout_date ?? payout.due_on,
        to: schedule.date,
      },
    })),
    now,
  );
}
