import { batchMachine, type BatchState } from './batch.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** What each state says about the batch's request. */
const stages = {
  prepared: 'unanswered',
  sending:  'unanswered',
  unknown:  'unknown',
  accepted: 'ended',
  rejected: 'ended',
  resolved: 'ended',
} as const satisfies Record<BatchState, string>;

const statesIn = statesByStage(batchMachine, stages);

/** Lists of batch states, one per question. A new state must get a stage above, and then appears in the right lists. */
export const batchStates = {
  /** Batches whose request is not sent or not answered yet. */
  unanswered: statesIn('unanswered'),
  /** Batches that can still change the state of their payouts. */
  open: statesIn('unanswered', 'unknown'),
} as const;
