import { payoutPostings } from '@jeongsan/ledger';
import { Permanent } from '@jeongsan/messaging';
import { payoutMachine, type PayoutEvent, type PayoutState } from '@jeongsan/state-machines';
import type { Payout, PayoutMove, PayoutStep } from './payout.js';
import type { PayoutBook } from './payout-store.js';

/** States in which the obligation has an end. */
const finished: ReadonlySet<PayoutState> = new Set(['paid', 'failed', 'refused', 'released', 'returned']);
export const isFinished = ({ state }: Pick<Payout, 'state'>): boolean => finished.has(state);

/**
 * The only way payouts change: states, books and events move together or not at all. Steps that already happened change
 * nothing; a step that comes too early throws, to be tried again; one that contradicts the payout throws Permanent.
 * Returns the payouts that moved, in their new state.
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
  const moves = steps.flatMap((step): PayoutMove[] => {
    const payout = existing(payouts, step.id);
    const state = target(payout, step.event);
    return state === null ? [] : [{ step, payout: { ...payout, state }, isFinished: finished.has(state) }];
  });
  if (moves.length === 0) return [];

  await book.writeMoves(moves, now);
  await book.post(moves.flatMap((move) => postingsOf(move, now)));
  // Consumers hear of a payout when it is on its way and when it ends; the steps between are ours.
  await book.announce(
    moves.filter((m) => m.payout.state === 'in_transit' || m.isFinished),
    now,
  );
  return moves.map((m) => m.payout);
}

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
