import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of one batch: up to a hundred payouts that go to the provider in one request.
 * prepared   frozen with references and Idempotency-Key; no byte was sent
 * sending    claimed by one sender, the only one that may record an answer
 * accepted   the provider's answer named every payout of the batch
 * rejected   the provider took no payout of the batch: each is reserved again, refused, or in another batch
 * unknown    the provider may have taken payouts of the batch: only the provider's listing shows which
 * resolved   the listing decided about every payout of the batch
 */
export const batchMachine = defineMachine('prepared', {
  // `freezeAnew`: the batch's date is over, or one of its sellers may no longer be paid. `suspect` and `clear`: the batch is the
  // second half of a split batch, and the outcome of the first half is known. `adopt`: the provider has the batch, although our
  // records never sent it.
  prepared: { claim: 'sending', freezeAnew: 'rejected', suspect: 'rejected', clear: 'rejected', adopt: 'unknown' },
  // `giveBack`: all sending was stopped before the first byte was sent. `takeOver`: the sender stopped reporting.
  sending:  { giveBack: 'prepared', accept: 'accepted', reject: 'rejected', lose: 'unknown', takeOver: 'unknown', freezeAnew: 'rejected' },
  unknown:  { lookAgain: 'unknown', resolve: 'resolved' },
  accepted: {},
  rejected: {},
  resolved: {},
});
export type BatchState = State<typeof batchMachine>;
export type BatchEvent = Event<typeof batchMachine>;
