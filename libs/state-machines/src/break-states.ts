import { breakMachine, type BreakState } from './break.machine.js';
import { statesByStage } from './states-by-stage.js';

// prettier-ignore
/** What is left to do about a break in each state. */
const stages = {
  OPEN:      'open',
  ASSIGNED:  'open',
  REOPENED:  'open',
  EXPLAINED: 'excepted',
  ADJUSTED:  'excepted',
  FORCED:    'excepted',
  CLOSED:    'closed',
} as const satisfies Record<BreakState, string>;

const statesIn = statesByStage(breakMachine, stages);

/** Lists of break states, one per question. A new state must get a stage above, and then appears in the right lists. */
export const breakStates = {
  /** Breaks that wait for a person, or for their cause to go away. */
  open: statesIn('open'),
  /** Breaks that a person settled: the difference may still be found, with the same facts. */
  excepted: statesIn('excepted'),
} as const;
