import { payoutRunMachine, type PayoutRunState } from './payout.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** The stage of each run state. */
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

/** Lists of run states, one per question. A new state must get a stage above, and then appears in the right lists. */
export const payoutRunStates = {
  /** Runs whose payouts may be sent. */
  maySend: statesIn('approved', 'dispatching'),
  /** Runs that wait for a decision, or for their first batch. */
  waiting: statesIn('draft', 'approved'),
  /** Runs of which a limit can still keep payouts back. */
  limited: statesIn('draft', 'approved', 'dispatching'),
  /** Runs with an approval of their present content that is, or was, in force. */
  approved: statesIn('approved', 'dispatching', 'closed'),
  /** Runs that were given up: their reserved money becomes payable for a later run. */
  givenUp: statesIn('givenUp'),
  /** Runs that were sent, given up, or had nobody to pay. */
  over: statesIn('closed', 'empty', 'givenUp'),
  /** Runs that a job must finish: by sending their payouts, or by releasing them. */
  needsJob: statesIn('approved', 'dispatching', 'givenUp'),
} as const;
