import { PAYOUTS_PER_REQUEST_MAX } from '@jeongsan/provider-contract';
import type { StoredReason } from '@jeongsan/settlement';
import { advanceLocked, advancePayouts } from './advance-payouts.js';
import type { NewBatch, Schedule } from './batch.js';
import { bodyHash, frozenPayout } from './frozen-payout.js';
import type { Payout } from './payout.js';
import { payoutGates } from './payout-gates.js';
import type { PayoutRecords, SellerFacts } from './payout-store.js';
import type { PayoutPolicy } from './payout-policy.js';
import type { RunContent } from './run-content.js';
import { together } from './rounds.js';
import { scheduleFor } from './schedule-for.js';

export type Prepared =
  /** `from`: payouts with a smaller id are no longer reserved, or were locked by another transaction. */
  | { kind: 'prepared'; amount: bigint; from: string | null }
  | { kind: 'short' }
  | { kind: 'nothing' }
  /** A payout differs from the approved content; nothing was changed. */
  | { kind: 'changed'; payoutId: string };

/**
 * Freezes the next batches: items, references, Idempotency-Keys and body hashes are stored before the first byte is sent.
 * Every payout is compared with its line of the approved content. The gates are applied again, with the sellers locked: a
 * payout that may no longer be paid is released.
 * `from`: where the previous batch ended, so that payouts already sent are not read again. `balance`: won available at the
 * provider.
 */
export async function prepareBatches(
  records: PayoutRecords,
  runId: string,
  approved: RunContent,
  from: string | null,
  balance: bigint,
  policy: PayoutPolicy,
  now: Date,
): Promise<Prepared> {
  const { payoutsPerRequest: itemsMax = PAYOUTS_PER_REQUEST_MAX, batchesPerFreeze: batchesMax = 1 } = policy;
  const candidates = await records.reservedPayouts(runId, itemsMax * batchesMax, from);
  if (candidates.length === 0) return { kind: 'nothing' };
  const changed = candidates.find((p) => !approved.includes(p));
  if (changed) return { kind: 'changed', payoutId: changed.id };
  const { passing, stopped } = judge(candidates, await records.sellerFacts(candidates, now), policy);
  await advancePayouts(
    records,
    stopped.map(({ id, reason }) => ({ id, event: 'release', failureCode: reason })),
    now,
  );
  const batches = cut(withinBalance(passing, balance), itemsMax, batchesMax);
  if (batches.length === 0 && passing.length > 0) return { kind: 'short' };
  await freeze(records, runId, batches, policy, now);
  const frozen = new Set(batches.flat());
  const next = passing.find((p) => !frozen.has(p)) ?? candidates.at(-1);
  const amount = [...frozen].reduce((sum, p) => sum + p.amount, 0n);
  return { kind: 'prepared', amount, from: next?.id ?? from };
}

/** Groups payouts that may share a request into batches. */
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

/** Applies the gates again. A payout is sent whole or not at all: the approved content names its amount. */
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

/** Why a payout may not be sent; null: it may. `sent`: won that go to the same seller in payouts before this one. */
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
  records: PayoutRecords,
  runId: string,
  batches: readonly Payout[][],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const frozen = batches.map((payouts): NewBatch => {
    const schedule = scheduleFor(now, policy.calendar, payouts[0]?.not_before);
    const items = payouts.map((p) => frozenPayout(p, schedule, policy.transactionDescription));
    return { id: records.newId(), runId, schedule, items, bodyHash: bodyHash(items) };
  });
  if (frozen.length === 0) return;
  await records.insertBatches(frozen, now);
  await records.enqueueAll(
    'payout-batch.send',
    frozen.map(({ id }) => ({ data: { batchId: id } })),
    now,
  );
  const joining = frozen.flatMap((batch, index) => batches[index]?.map((payout) => ({ payout, batch })) ?? []);
  await advanceLocked(
    records,
    new Map(joining.map(({ payout }) => [payout.id, payout])),
    joining.map(({ payout, batch }) => ({ id: payout.id, event: 'submit', batch })),
    now,
  );
  await announceRescheduled(records, joining, now);
}

/**
 * Emits `payout.rescheduled` for each payout whose new date differs from the last announced date (its statement's date, or the
 * previous schedule).
 */
async function announceRescheduled(
  records: PayoutRecords,
  joining: readonly { payout: Payout; batch: { schedule: Schedule } }[],
  now: Date,
): Promise<void> {
  const moved = joining.filter(({ payout, batch }) => (payout.payout_date ?? payout.due_on) !== batch.schedule.date);
  await records.emit(
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
