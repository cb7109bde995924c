import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** Life of what somebody wants to do about a parked payout. Whoever proposed it may not approve; anybody who may decide can reject. */
export const parkedDecisionMachine = defineMachine('proposed', {
  proposed: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
});
export type ParkedDecisionState = State<typeof parkedDecisionMachine>;
export type ParkedDecisionEvent = Event<typeof parkedDecisionMachine>;
