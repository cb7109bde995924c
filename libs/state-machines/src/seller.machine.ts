import { defineMachine, type Event, type State } from './define-machine.js';

// prettier-ignore
/**
 * States of a seller from application to payouts. The table has cycles (an approved seller is reviewed again after years), so
 * events are taken from a read of the provider, never from the order of webhooks.
 */
export const sellerMachine = defineMachine('received', {
  received:          { verifyAccount: 'account_verified', refuseAccount: 'account_refused' },
  account_refused:   { changeAccount: 'received' },
  account_verified:  { awaitIdentity: 'awaiting_identity', limit: 'limited', refuseRegistration: 'refused' },
  awaiting_identity: { limit: 'limited', requireKyc: 'kyc_required', approve: 'approved', close: 'closed' },
  limited:           { requireKyc: 'kyc_required', approve: 'approved', close: 'closed' },
  kyc_required:      { approve: 'approved', close: 'closed' },
  approved:          { requireKyc: 'kyc_required', close: 'closed' },
  refused:           {},
  closed:            {},
});
export type SellerState = State<typeof sellerMachine>;
export type SellerEvent = Event<typeof sellerMachine>;
