import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of a break. `vanish`: a later run no longer finds the difference. `differ`: a later run finds the difference with other
 * facts than those that a person decided about, or finds a closed one again. `reopen`: a person takes a decision back. A break that
 * opens again keeps its owner, who can be taken from it.
 */
export const breakMachine = defineMachine('OPEN', {
  OPEN:      { assign: 'ASSIGNED',                       explain: 'EXPLAINED', adjust: 'ADJUSTED', force: 'FORCED', vanish: 'CLOSED' },
  ASSIGNED:  { assign: 'ASSIGNED', unassign: 'OPEN',     explain: 'EXPLAINED', adjust: 'ADJUSTED', force: 'FORCED', vanish: 'CLOSED' },
  EXPLAINED: { differ: 'REOPENED', reopen: 'REOPENED', vanish: 'CLOSED' },
  ADJUSTED:  { differ: 'REOPENED', reopen: 'REOPENED' },
  FORCED:    { differ: 'REOPENED', reopen: 'REOPENED' },
  CLOSED:    { differ: 'REOPENED' },
  REOPENED:  { assign: 'ASSIGNED', unassign: 'REOPENED', explain: 'EXPLAINED', adjust: 'ADJUSTED', force: 'FORCED', vanish: 'CLOSED' },
});
export type BreakState = State<typeof breakMachine>;
export type BreakEvent = Event<typeof breakMachine>;
