import { batchMachine, type BatchState } from './batch.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** What is known of a batch's request in each state. */
const stages = {
  prepared: 'unanswered',
  sending:  'unanswered',
  unknown:  'unknown',
  accepted: 'ended',
  rejected: 'ended',
  resolved: 'ended',
} as const satisfies Record<BatchState, string>;

const statesIn = statesByStage(batchMachine, stages);

/** The states of batches, by the questions that are asked about them. A new state gets its stage above, and with it all answers. */
export const batchStates = {
  /** Is its request still to be made or answered? */
  unanswered: statesIn('unanswered'),
  /** Can any payout of it still move through it? */
  open: statesIn('unanswered', 'unknown'),
} as const;
