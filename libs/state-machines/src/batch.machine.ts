import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * Life of one batch: up to a hundred payouts that go to the provider in one request. What each state promises:
 * prepared   frozen with its references and its Idempotency-Key; no byte of it has left
 * sending    claimed by one sender, the only one that may record an answer
 * accepted   the provider named every payout of it
 * rejected   none of it was taken: its payouts are reserved again, refused, or in another batch
 * unknown    the provider may have taken any of its payouts: only its listing tells
 * resolved   the listing told of every payout
 */
export const batchMachine = defineMachine('prepared', {
  // `freezeAnew`: its day is over, or a seller may not be paid any more. `suspect` and `clear` end the wait of a half for the
  // other half of a batch in which an unnamed payout was refused. `adopt`: it stands at the provider though the books never sent it.
  prepared: { claim: 'sending', freezeAnew: 'rejected', suspect: 'rejected', clear: 'rejected', adopt: 'unknown' },
  // `giveBack`: all sending was stopped before the first byte left. `takeOver`: the sender fell silent.
  sending:  { giveBack: 'prepared', accept: 'accepted', reject: 'rejected', lose: 'unknown', takeOver: 'unknown', freezeAnew: 'rejected' },
  unknown:  { lookAgain: 'unknown', resolve: 'resolved' },
  accepted: {},
  rejected: {},
  resolved: {},
});
export type BatchState = State<typeof batchMachine>;
export type BatchEvent = Event<typeof batchMachine>;
