import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** Life of one payout as our books see it. The provider's own statuses are translated, not copied. */
export const payoutMachine = defineMachine('planned', {
  planned:    { reserve: 'reserved' },
  reserved:   { submit: 'submitted', release: 'released' },
  // `retry`: the batch was refused because of another item, this one goes out again with the same reference.
  submitted:  { accept: 'in_transit', settle: 'paid', fail: 'failed', refuse: 'refused', retry: 'reserved', lose: 'unknown' },
  // Only evidence ends `unknown`: found in the provider's listing, or absent from two complete ones.
  unknown:    { accept: 'in_transit', settle: 'paid', fail: 'failed', absent: 'reserved', park: 'parked' },
  // Its answers and the listings contradict each other time after time: only people end it, or the provider's own word.
  parked:     { accept: 'in_transit', settle: 'paid', fail: 'failed', resend: 'reserved', abandon: 'released' },
  in_transit: { settle: 'paid', fail: 'failed' },
  paid:       { giveBack: 'returned' }, // A bank may return money after the provider said COMPLETED.
  failed:     {},
  refused:    {},
  released:   {},
  returned:   {},
});
export type PayoutState = State<typeof payoutMachine>;
export type PayoutEvent = Event<typeof payoutMachine>;

// prettier-ignore
/**
 * Life of one payout run. What each state promises:
 * draft        sealed content waits for a decision; nothing of it can change, nothing of it is sent
 * approved     exactly this content may be sent; until the first batch it can still be rejected
 * dispatching  locked: it is sent to its end, only the gates before each batch still hold a payout back
 * stopped      content that is not the approved one was found: nothing more is sent until it is approved again
 * closed       every payout has come to an end
 * empty        a person asked for it and nobody was to be settled: the date can be drafted again, under the same id
 * rejected     by a person, or `expired` since nobody acted on it: everything it promised becomes payable for a later run
 */
export const payoutRunMachine = defineMachine('draft', {
  draft:       { approve: 'approved', reject: 'rejected', expire: 'expired', settleNobody: 'empty' },
  approved:    { dispatch: 'dispatching', reject: 'rejected', expire: 'expired', stop: 'stopped' },
  dispatching: { close: 'closed', stop: 'stopped' },
  stopped:     { approve: 'approved' },
  empty:       { draftAgain: 'draft' },
  closed:      {},
  rejected:    {},
  expired:     {},
});
export type PayoutRunState = State<typeof payoutRunMachine>;
export type PayoutRunEvent = Event<typeof payoutRunMachine>;
