import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/** States of one payout, by our records. The provider's statuses are translated, not copied. */
export const payoutMachine = defineMachine('planned', {
  planned:    { reserve: 'reserved' },
  reserved:   { submit: 'submitted', release: 'released' },
  // `retry`: the batch was refused because of another payout; this payout is sent again with the same reference.
  submitted:  { accept: 'in_transit', settle: 'paid', fail: 'failed', refuse: 'refused', retry: 'reserved', lose: 'unknown' },
  // Only evidence ends `unknown`: the payout is found in the provider's listing, or absent from two complete listings.
  unknown:    { accept: 'in_transit', settle: 'paid', fail: 'failed', absent: 'reserved', park: 'parked' },
  // The provider's answers and listings contradict each other repeatedly: only people, or a status that the provider reports,
  // end this state.
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
 * States of one payout run.
 * draft        waits for a decision; the content is sealed, cannot change and is not sent
 * approved     exactly this content may be sent; the run can be rejected until its first batch
 * dispatching  the run is sent to its end; only the gates before each batch can still keep a payout back
 * stopped      the content differs from the approved content: nothing more is sent until the run is approved again
 * closed       every payout is finished
 * empty        a person asked for the run, and no seller was due: the date can be drafted again, with the same run id
 * rejected     rejected by a person, or `expired` without a decision: reserved money becomes payable for a later run
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
