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
  /** Payouts of the run may be sent. */
  maySend: statesIn('approved', 'dispatching'),
  /** The run waits for a decision, or for its first batch. */
  waiting: statesIn('draft', 'approved'),
  /** A limit can still keep payouts of the run back. */
  limited: statesIn('draft', 'approved', 'dispatching'),
  /** An approval of exactly this content is, or was, in force. */
  approved: statesIn('approved', 'dispatching', 'closed'),
  /** The run was given up: its reserved money becomes payable for a later run. */
  givenUp: statesIn('givenUp'),
  /** A job must finish the run: by sending its payouts, or by releasing them. */
  needsJob: statesIn('approved', 'dispatching', 'givenUp'),
} as const;
