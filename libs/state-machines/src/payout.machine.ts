import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** Life of one payout as our books see it. The provider's own statuses are translated, not copied. */
export const payoutMachine = defineMachine('payout', 'planned', {
  planned:    { reserve: 'reserved' },
  reserved:   { submit: 'submitted', release: 'released' },
  // `retry`: the batch was refused because of another item, this one goes out again with the same reference.
  submitted:  { accept: 'in_transit', settle: 'paid', fail: 'failed', refuse: 'refused', retry: 'reserved', lose: 'unknown' },
  // Only evidence ends `unknown`: found in the provider's listing, or absent from two complete ones.
  unknown:    { accept: 'in_transit', settle: 'paid', fail: 'failed', absent: 'reserved' },
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
/** Life of one payout run: drafted, approved by a second person above the threshold, sent, closed. */
export const payoutRunMachine = defineMachine('payout run', 'draft', {
  draft:       { approve: 'approved', reject: 'rejected' },
  approved:    { dispatch: 'dispatching' },
  dispatching: { close: 'closed' },
  closed:      {},
  rejected:    {},
});
export type PayoutRunState = State<typeof payoutRunMachine>;
export type PayoutRunEvent = Event<typeof payoutRunMachine>;
