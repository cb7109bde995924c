import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** States of a proposed decision about a parked payout. The proposer may not approve; any approver may reject. */
export const parkedDecisionMachine = defineMachine('proposed', {
  proposed: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
});
export type ParkedDecisionState = State<typeof parkedDecisionMachine>;
export type ParkedDecisionEvent = Event<typeof parkedDecisionMachine>;
