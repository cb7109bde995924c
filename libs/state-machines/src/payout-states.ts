import { payoutMachine, type PayoutState } from './payout.machine.js';

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
  failed:     'unpaid',
  refused:    'unpaid',
  released:   'unpaid',
  returned:   'unpaid',
} as const satisfies Record<PayoutState, string>;
type Stage = (typeof stages)[PayoutState];

const statesIn = (...wanted: readonly Stage[]): readonly PayoutState[] =>
  payoutMachine.states.filter((state) => wanted.includes(stages[state]));

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
  /** Did it end with its money back, or never taken? */
  unpaid: statesIn('unpaid'),
} as const;
