import { payoutPostings } from '@jeongsan/ledger';
import { Permanent } from '@jeongsan/messaging';
import { payoutMachine, payoutStates, type PayoutEvent, type PayoutState } from '@jeongsan/state-machines';
import { classInARow, holdForFailure } from './hold-for-failure.js';
import type { Payout, PayoutMove, PayoutStep } from './payout.js';
import type { PayoutBook } from './payout-store.js';

const open: ReadonlySet<PayoutState> = new Set(payoutStates.open);

/**
 * The only way payouts change: states, ledger entries, events, the holds of a failure and the end of their run move together or not at
 * all. Steps that already happened change nothing; a step that comes too early throws, to be tried again; one that contradicts the
 * payout throws Permanent. Returns the payouts that moved, in their new state. Order of locks: payouts by id, ledger accounts, run.
 */
export async function advancePayouts(book: PayoutBook, steps: readonly PayoutStep[], now: Date): Promise<Payout[]> {
  if (steps.length === 0) return [];
  return advanceLocked(book, await book.payouts(steps.map((s) => s.id)), steps, now);
}

/** The same with payouts that this decision has locked and read already. */
export async function advanceLocked(
  book: PayoutBook,
  payouts: ReadonlyMap<string, Payout>,
  steps: readonly PayoutStep[],
  now: Date,
): Promise<Payout[]> {
  const moves: PayoutMove[] = [];
  for (const step of steps) {
    const payout = existing(payouts, step.id);
    const state = target(payout, step.event);
    if (state === null) continue;
    const failureClass = await classInARow(book, payout, step);
    moves.push({
      step: failureClass ? { ...step, failureClass } : step,
      payout: { ...payout, state },
      isFinished: !open.has(state),
    });
  }
  if (moves.length === 0) return [];

  await book.writeMoves(moves, now);
  await book.post(moves.flatMap((move) => postingsOf(move, now)));
  // Consumers hear of a payout when it is on its way and when it ends; the steps between are ours.
  await book.announce(
    moves.filter((m) => m.payout.state === 'in_transit' || m.isFinished),
    now,
  );
  await book.emit(
    'payout.parked',
    moves.filter((m) => m.payout.state === 'parked').map(({ payout }) => parkedNews(payout)),
    now,
  );
  for (const move of moves) await holdForFailure(book, move, now);
  // A run ends with its last payout, here and nowhere else.
  const ended = new Set(moves.filter((m) => m.isFinished).map((m) => m.payout.run_id));
  for (const runId of [...ended].sort()) await book.closeRunIfDone(runId, now);
  return moves.map((m) => m.payout);
}

const parkedNews = ({ id, seller_id: sellerId, run_id: runId, amount }: Payout) => ({
  entityId: id,
  data: { payoutId: id, sellerId, runId, amount: amount.toString() },
});

/** Throws Permanent when there is none. */
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

/** The state an event leads to, or null when it already happened. */
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
