import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** States of one payment attempt for an order, by our records. */
export const paymentMachine = defineMachine('confirming', {
  confirming:         { approve: 'approved', refuse: 'refused' },
  approved:           { cancelPart: 'partially_canceled', cancelRest: 'canceled' },
  partially_canceled: { cancelPart: 'partially_canceled', cancelRest: 'canceled' },
  canceled:           {},
  refused:            {},
});
export type PaymentState = State<typeof paymentMachine>;
export type PaymentEvent = Event<typeof paymentMachine>;

// prettier-ignore
/** States of one cancel request. In `requested`, the provider may or may not have acted. */
export const cancelMachine = defineMachine('requested', {
  requested: { complete: 'done', refuse: 'refused' },
  done:      {},
  refused:   {},
});
export type CancelState = State<typeof cancelMachine>;
export type CancelEvent = Event<typeof cancelMachine>;
