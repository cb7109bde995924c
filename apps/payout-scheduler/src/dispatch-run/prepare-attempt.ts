import { randomUUID } from 'node:crypto';
import { businessDateOf, isWithinExpressHours } from '@jeongsan/calendar';
import { enqueue, lockBalances } from '@jeongsan/database';
import { chart } from '@jeongsan/ledger';
import type { StoredReason } from '@jeongsan/settlement';
import type { EntityManager } from 'typeorm';
import { advancePayouts, type PayoutRow } from '../advance-payouts.js';
import { readGateFacts, type SellerFacts } from '../draft-run/gate-facts.js';
import { payoutGates } from '../draft-run/payout-gates.js';
import type { PayoutPolicy } from '../payout-policy.js';
import { contentLine, type RunContent } from '../run-content.js';
import { bodyHash, type FrozenPayout } from './frozen-payout.js';

export type Prepared =
  | { kind: 'prepared'; amount: bigint }
  | { kind: 'short' }
  | { kind: 'nothing' }
  /** A payout is not what was approved; nothing was done. */
  | { kind: 'changed'; payoutId: string };

/**
 * Freezes one batch: its items, references, Idempotency-Key and the hash of its body are on record before the first byte is
 * sent. Every item is held against its line of the approved content first. The gates are asked again, under the sellers' locks:
 * what stopped being payable since the draft goes back to payable.
 */
export async function prepareAttempt(
  tx: EntityManager,
  runId: string,
  approved: RunContent['lines'],
  itemsMax: number,
  balance: bigint,
  policy: PayoutPolicy,
  now: Date,
): Promise<Prepared> {
  const candidates = await reservedPayouts(tx, runId, itemsMax);
  if (candidates.length === 0) return { kind: 'nothing' };
  const changed = candidates.find((p) => approved.get(p.ref_payout_id) !== contentLine(p));
  if (changed) return { kind: 'changed', payoutId: changed.id };
  await lockBalances(
    tx,
    candidates.flatMap((p) => [chart.sellerPayable(p.seller_id), chart.sellerReserved(p.seller_id)]),
  );
  const sellerIds = [...new Set(candidates.map((p) => p.seller_id))];
  const facts = await readGateFacts(
    tx,
    sellerIds,
    now,
    candidates.map((p) => p.id),
  );

  const { passing, stopped } = judge(candidates, facts, policy);
  await advancePayouts(
    tx,
    stopped.map(({ id, reason }) => ({ id, event: 'release', failureCode: reason })),
    now,
  );
  const batch = withinBalance(passing, balance);
  if (batch.length === 0) return passing.length > 0 ? { kind: 'short' } : { kind: 'prepared', amount: 0n };
  await freeze(tx, runId, batch, policy, now);
  return { kind: 'prepared', amount: batch.reduce((sum, p) => sum + p.amount, 0n) };
}

async function reservedPayouts(tx: EntityManager, runId: string, itemsMax: number): Promise<PayoutRow[]> {
  return tx.query<PayoutRow[]>(
    `select id, ref_payout_id, run_id, seller_id, provider_seller_id, account_fingerprint, amount, state, provider_payout_id
       from payouts.payout where run_id = $1 and state = 'reserved' order by id limit $2 for update skip locked`,
    [runId, itemsMax],
  );
}

/** A payout was drafted whole, so it is sent whole or not at all. */
function judge(candidates: readonly PayoutRow[], facts: ReadonlyMap<string, SellerFacts>, policy: PayoutPolicy) {
  const passing: PayoutRow[] = [];
  const stopped: { id: string; reason: StoredReason }[] = [];
  const sent = new Map<string, bigint>();
  for (const payout of candidates) {
    const seller = facts.get(payout.seller_id);
    const before = sent.get(payout.seller_id) ?? 0n;
    const reason = stopReason(payout, before, seller, policy);
    if (reason === null) {
      passing.push(payout);
      sent.set(payout.seller_id, before + payout.amount);
    } else stopped.push({ id: payout.id, reason });
  }
  return { passing, stopped };
}

function stopReason(
  payout: PayoutRow,
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

function withinBalance(payouts: readonly PayoutRow[], balance: bigint): PayoutRow[] {
  let left = balance;
  return payouts.filter((p) => {
    if (p.amount > left) return false;
    left -= p.amount;
    return true;
  });
}

async function freeze(
  tx: EntityManager,
  runId: string,
  batch: readonly PayoutRow[],
  policy: PayoutPolicy,
  now: Date,
): Promise<void> {
  const id = randomUUID();
  const schedule = scheduleFor(now, policy);
  const body = batch.map((p) => frozen(p, schedule, policy));
  const text = JSON.stringify(body);
  await tx.query(
    `insert into payouts.attempt (id, run_id, state, idempotency_key, body, body_hash, schedule_type, payout_date, created_at)
     values ($1, $2, 'prepared', $3, $4, $5, $6, $7, $8)`,
    [id, runId, id, text, bodyHash(body), schedule.type, schedule.date, now],
  );
  await tx.query(
    `update payouts.payout set attempt_id = $2, schedule_type = $3, payout_date = $4, submitted_at = $5 where id = any($1)`,
    [batch.map((p) => p.id), id, schedule.type, schedule.date, now],
  );
  await advancePayouts(
    tx,
    batch.map((p) => ({ id: p.id, event: 'submit' })),
    now,
  );
  await enqueue(tx, 'payout-attempt.send', { attemptId: id }, now);
}

type Schedule = { type: 'EXPRESS' | 'SCHEDULED'; date: string };

/** EXPRESS in its hours; otherwise on the next business day, told as such and never silently moved (document 2 section 4). */
function scheduleFor(now: Date, policy: PayoutPolicy): Schedule {
  const today = businessDateOf(now);
  if (isWithinExpressHours(now, policy.calendar)) return { type: 'EXPRESS', date: today };
  return { type: 'SCHEDULED', date: policy.calendar.nextBusinessDay(policy.calendar.addDays(today, 1)) };
}

function frozen(payout: PayoutRow, schedule: Schedule, policy: PayoutPolicy): FrozenPayout {
  return {
    refPayoutId: payout.ref_payout_id,
    destination: payout.provider_seller_id,
    scheduleType: schedule.type,
    payoutDate: schedule.type === 'SCHEDULED' ? schedule.date : null,
    // Exact: a payout is below one billion won, which the table checks.
    amount: { currency: 'KRW', value: Number(payout.amount) },
    transactionDescription: policy.transactionDescription,
  };
}
