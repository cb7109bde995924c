import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** Life of a request to give up a seller's debt. Whoever asked may not approve; anybody who may decide can reject. */
export const writeOffMachine = defineMachine('requested', {
  requested: { approve: 'approved', reject: 'rejected' },
  approved:  {},
  rejected:  {},
});
export type WriteOffState = State<typeof writeOffMachine>;
export type WriteOffEvent = Event<typeof writeOffMachine>;
