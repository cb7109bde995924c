import { payoutMachine, type PayoutState } from './payout.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** How far a payout in each state has come; `sending`: the provider may have it, and has not said so. */
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

/** The states of payouts, by the questions that are asked about them. A new state gets its stage above, and with it all answers. */
export const payoutStates = {
  /** Has it not come to its end? */
  open: statesIn('planned', 'reserved', 'sending', 'accepted'),
  /** Is its money on its seller's reserved account? */
  reserving: statesIn('reserved', 'sending', 'accepted'),
  /** May the provider have it without having said so? */
  sending: statesIn('sending'),
  /** Has it left, or may it have, and is its end not known? */
  underWay: statesIn('sending', 'accepted'),
  /** Has its money left, or may it have, and has not come back? */
  sent: statesIn('sending', 'accepted', 'paid'),
  /** Has it taken, or is it going to take, from what a week allows? */
  countedForWeek: statesIn('reserved', 'sending', 'accepted', 'paid'),
  /** Did it end with its money back, or never taken? */
  unpaid: statesIn('failed', 'released', 'returned'),
  /** Did the provider or a bank end it without payment? A released one was ended by us. */
  unsuccessful: statesIn('failed', 'returned'),
  /** Did the provider end it before any money arrived? */
  failed: statesIn('failed'),
} as const;
