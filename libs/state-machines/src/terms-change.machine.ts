import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** States of a change of terms: proposed with its adjustments, then decided by another person. */
export const termsChangeMachine = defineMachine('proposed', {
  proposed: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
});
export type TermsChangeState = State<typeof termsChangeMachine>;
export type TermsChangeEvent = Event<typeof termsChangeMachine>;
