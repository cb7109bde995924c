import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** States of a request to write off a seller's debt. The requester may not approve; any approver may reject. */
export const writeOffMachine = defineMachine('requested', {
  requested: { approve: 'approved', reject: 'rejected' },
  approved:  {},
  rejected:  {},
});
export type WriteOffState = State<typeof writeOffMachine>;
export type WriteOffEvent = Event<typeof writeOffMachine>;
