import { payoutRunMachine, type PayoutRunState } from './payout.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** How far a run in each state has come. */
const stages = {
  draft:       'draft',
  approved:    'approved',
  dispatching: 'dispatching',
  stopped:     'stopped',
  closed:      'closed',
  empty:       'empty',
  rejected:    'givenUp',
  expired:     'givenUp',
} as const satisfies Record<PayoutRunState, string>;

const statesIn = statesByStage(payoutRunMachine, stages);

/** The states of payout runs, by the questions that are asked about them. A new state gets its stage above, and with it all answers. */
export const payoutRunStates = {
  /** May its payouts be sent now? */
  maySend: statesIn('approved', 'dispatching'),
  /** Does it wait for a decision, or after it for its first batch? */
  waiting: statesIn('draft', 'approved'),
  /** Can a limit still keep any payout of it back? */
  limited: statesIn('draft', 'approved', 'dispatching'),
  /** Is an approval of exactly this content in force, or used up? */
  approved: statesIn('approved', 'dispatching', 'closed'),
  /** Was it given up, so that everything it promised becomes payable for a later run? */
  givenUp: statesIn('givenUp'),
  /** Must a job end it: by sending its payouts, or by releasing them? */
  needsJob: statesIn('approved', 'dispatching', 'givenUp'),
} as const;
