import { paymentMachine, type PaymentState } from './payment.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** Where a buyer's money is in each state of a payment. */
const stages = {
  confirming:         'asked',
  waiting:            'asked',
  approved:           'taken',
  partially_canceled: 'taken',
  canceled:           'given back',
  refused:            'never taken',
  expired:            'never taken',
  voided:             'never taken',
} as const satisfies Record<PaymentState, string>;

const statesIn = statesByStage(paymentMachine, stages);

/** Lists of payment states, one per question. A new state must get a stage above, and then appears in the right lists. */
export const paymentStates = {
  /** Payments that the buyer has paid, even if money was given back since. */
  paid: statesIn('taken', 'given back'),
  /** Payments of which the market still has some of the buyer's money. */
  kept: statesIn('taken'),
  /** Payments that came to nothing: their order can be paid with another payment. */
  over: statesIn('never taken'),
} as const;
