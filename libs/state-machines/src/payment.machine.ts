import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of one payment, by our records. `waiting`: a virtual account was issued and has no deposit. A bank may withdraw a deposit
 * (document 1 section 6, provider's status diagrams): then the account waits again. `voided`: canceled before any deposit. An
 * expired account refuses deposits; if the provider reports an approval all the same, its money is booked.
 */
export const paymentMachine = defineMachine('confirming', {
  confirming:         { approve: 'approved', refuse: 'refused', issue: 'waiting', expire: 'expired', void: 'voided' },
  waiting:            { approve: 'approved', expire: 'expired', void: 'voided' },
  approved:           { cancelPart: 'partially_canceled', cancelRest: 'canceled', withdraw: 'waiting' },
  partially_canceled: { cancelPart: 'partially_canceled', cancelRest: 'canceled' },
  canceled:           {},
  refused:            {},
  expired:            { approve: 'approved' },
  voided:             {},
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

// prettier-ignore
/**
 * The transfer of canceled money to the bank account of a buyer who paid into a virtual account; it takes two days (document 1
 * section 4). A failed transfer is repeated outside of the provider's API, and a person records its completion.
 */
export const refundMachine = defineMachine('pending', {
  pending:   { complete: 'completed', fail: 'failed' },
  completed: {},
  failed:    { complete: 'completed' },
});
export type RefundState = State<typeof refundMachine>;
export type RefundEvent = Event<typeof refundMachine>;
