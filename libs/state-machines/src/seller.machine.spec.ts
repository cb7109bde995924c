import { sellerMachine, type SellerEvent, type SellerState } from './index.js';

// prettier-ignore
test.each<[SellerState, SellerEvent, SellerState]>([
  ['received',          'verifyAccount',      'account_verified'],
  ['received',          'refuseAccount',      'account_refused'],
  ['account_refused',   'changeAccount',      'received'],       // the new account is looked at like the first one
  ['account_verified',  'awaitIdentity',      'awaiting_identity'],
  ['account_verified',  'limit',              'limited'],
  ['account_verified',  'refuseRegistration', 'refused'],
  ['awaiting_identity', 'limit',              'limited'],
  ['awaiting_identity', 'requireKyc',         'kyc_required'],
  ['awaiting_identity', 'approve',            'approved'],
  ['awaiting_identity', 'close',              'closed'],
  ['limited',           'requireKyc',         'kyc_required'],
  ['limited',           'approve',            'approved'],
  ['limited',           'close',              'closed'],
  ['kyc_required',      'approve',            'approved'],
  ['kyc_required',      'close',              'closed'],
  ['approved',          'requireKyc',         'kyc_required'],   // reviewed again: not payable until KYC is done
  ['approved',          'close',              'closed'],
])('%s accepts %s and becomes %s', (state, event, to) => {
  expect(sellerMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

// prettier-ignore
test.each<[SellerState, SellerEvent, 'stale' | 'early' | 'illegal']>([
  ['received',        'approve',       'early'],   // nobody is payable whose account was not verified
  ['account_refused', 'approve',       'early'],
  ['approved',        'verifyAccount', 'stale'],
  ['refused',         'approve',       'illegal'],
  ['closed',          'approve',       'stale'],
])('%s takes %s as %s', (state, event, kind) => {
  expect(sellerMachine.classify(state, event).kind).toBe(kind);
});

test('a seller starts as received, and only refusal and closing are for good', () => {
  expect(sellerMachine.initial).toBe('received');
  expect(sellerMachine.states.filter(sellerMachine.isFinal)).toEqual(['refused', 'closed']);
});
