import { payoutMachine, type PayoutState } from './payout.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** The stage of each payout state; `sending`: the provider may have the payout, without having confirmed it. */
const stages = {
  planned:    'planned',
  reserved:   'reserved',
  submitted:  'sending',
  unknown:    'sending',
  parked:     'sending',
  in_transit: 'accepted',
  paid:       'paid',
  failed:     'failed',
  refused:    'failed',
  released:   'released',
  returned:   'returned',
} as const satisfies Record<PayoutState, string>;

const statesIn = statesByStage(payoutMachine, stages);

/** Lists of payout states, one per question. A new state must get a stage above, and then appears in the right lists. */
export const payoutStates = {
  /** Payouts that are not finished. */
  open: statesIn('planned', 'reserved', 'sending', 'accepted'),
  /** Payouts whose money is on the seller's `reserved` account. */
  reserving: statesIn('reserved', 'sending', 'accepted'),
  /** Payouts that the provider may have, without having confirmed them. */
  sending: statesIn('sending'),
  /** Payouts that were sent, or may have been sent, and are not finished. */
  underWay: statesIn('sending', 'accepted'),
  /** Payouts whose money left, or may have left, and did not return. */
  sent: statesIn('sending', 'accepted', 'paid'),
  /** Payouts that count against the weekly limit: they took money, or will. */
  countedForWeek: statesIn('reserved', 'sending', 'accepted', 'paid'),
  /** Payouts whose money reached the bank, also where the bank sent it back. */
  arrived: statesIn('paid', 'returned'),
  /** Payouts that finished without payment: the money returned, or was never taken. */
  unpaid: statesIn('failed', 'released', 'returned'),
  /** Payouts that the provider or a bank ended without payment. A released payout was ended by us. */
  unsuccessful: statesIn('failed', 'returned'),
  /** Payouts that the provider ended before any money arrived. */
  failed: statesIn('failed'),
} as const;
