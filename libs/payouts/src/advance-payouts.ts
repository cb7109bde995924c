import { payoutPostings } from '@jeongsan/ledger';
import { Permanent } from '@jeongsan/messaging';
import { payoutMachine, payoutStates, type PayoutEvent, type PayoutState } from '@jeongsan/state-machines';
import { classInARow, holdForFailure } from './hold-for-failure.js';
import type { Payout, PayoutMove, PayoutStep } from './payout.js';
import type { PayoutRecords } from './payout-store.js';

const open: ReadonlySet<PayoutState> = new Set(payoutStates.open);

/**
 * The only function that changes payouts. In one transaction: states, ledger entries, events, holds after a failure, and the
 * end of their run.
 * A step that already happened changes nothing. A step that comes too early throws, and its job is retried. A step that
 * contradicts the payout's state throws Permanent. Returns the payouts that changed, in their new state.
 * Order of locks: payouts by id, ledger accounts, run.
 */
export async function advancePayouts(
  records: PayoutRecords,
  steps: readonly PayoutStep[],
  now: Date,
): Promise<Payout[]> {
  if (steps.length === 0) return [];
  return advanceLocked(records, await records.payouts(steps.map((s) => s.id)), steps, now);
}

/** As advancePayouts, for payouts that the current transaction has locked and read. */
export async function advanceLocked(
  records: PayoutRecords,
  payouts: ReadonlyMap<string, Payout>,
  steps: readonly PayoutStep[],
  now: Date,
): Promise<Payout[]> {
  const moves: PayoutMove[] = [];
  for (const step of steps) {
    const payout = existing(payouts, step.id);
    const state = target(payout, step.event);
    if (state === null) continue;
    const failureClass = await classInARow(records, payout, step);
    moves.push({
      step: failureClass ? { ...step, failureClass } : step,
      payout: { ...payout, state },
      isFinished: !open.has(state),
    });
  }
  if (moves.length === 0) return [];

  await records.writeMoves(moves, now);
  await records.post(moves.flatMap((move) => postingsOf(move, now)));
  // Consumers get an event when a payout is in transit and when it is finished, not for the states in between.
  await records.announce(
    moves.filter((m) => m.payout.state === 'in_transit' || m.isFinished),
    now,
  );
  await records.emit(
    'payout.parked',
    moves.filter((m) => m.payout.state === 'parked').map(({ payout }) => parkedNews(payout)),
    now,
  );
  for (const move of moves) await holdForFailure(records, move, now);
  // A run is closed with its last payout, and only here.
  const ended = new Set(moves.filter((m) => m.isFinished).map((m) => m.payout.run_id));
  for (const runId of [...ended].sort()) await records.closeRunIfDone(runId, now);
  return moves.map((m) => m.payout);
}

const parkedNews = ({ id, seller_id: sellerId, run_id: runId, amount }: Payout) => ({
  entityId: id,
  data: { payoutId: id, sellerId, runId, amount: amount.toString() },
});

/** Throws Permanent when the payout does not exist. */
export function existing(payouts: ReadonlyMap<string, Payout>, id: string): Payout {
  const payout = payouts.get(id);
  if (!payout) throw new Permanent(`Payout ${id} does not exist`);
  return payout;
}

function postingsOf({ step, payout }: PayoutMove, now: Date) {
  const { id: payoutId, seller_id: sellerId, amount } = payout;
  const posting = payoutPostings[step.event]?.({ payoutId, sellerId, amount, effectiveAt: now });
  return posting ? [posting] : [];
}

/**
 * The state that an event leads to; null: the event already happened. Throws when the event is too early (retry) or contradicts
 * the state (Permanent).
 */
function target(payout: Payout, event: PayoutEvent): PayoutState | null {
  const verdict = payoutMachine.classify(payout.state, event);
  switch (verdict.kind) {
    case 'move':
      return verdict.to;
    case 'stale':
      return null;
    case 'early':
      throw new Error(`Payout ${payout.id} is still ${payout.state}: ${event} must wait`);
    case 'illegal':
      throw new Permanent(`Payout ${payout.id} is ${payout.state}: ${event} contradicts it`);
  }
}
