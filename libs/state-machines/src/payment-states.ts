import { paymentMachine, type PaymentState } from './payment.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** Where a buyer's money is in each state of a payment. */
const stages = {
  confirming:         'asked',
  approved:           'taken',
  partially_canceled: 'taken',
  canceled:           'given back',
  refused:            'never taken',
} as const satisfies Record<PaymentState, string>;

const statesIn = statesByStage(paymentMachine, stages);

/** The states of payments, by the questions that are asked about them. A new state gets its stage above, and with it all answers. */
export const paymentStates = {
  /** Did the buyer pay, whatever was given back since? */
  paid: statesIn('taken', 'given back'),
  /** Is any of the buyer's money still with the market? */
  kept: statesIn('taken'),
} as const;
