import { payoutRunMachine, type PayoutRunEvent, type PayoutRunState } from './index.js';

// prettier-ignore
test.each<[PayoutRunState, PayoutRunEvent, PayoutRunState]>([
  ['draft',       'approve',      'approved'],
  ['draft',       'reject',       'rejected'],
  ['draft',       'expire',       'expired'],
  ['draft',       'settleNobody', 'empty'],
  ['approved',    'dispatch',     'dispatching'],
  ['approved',    'reject',       'rejected'],
  ['approved',    'expire',       'expired'],
  ['approved',    'stop',         'stopped'],
  ['dispatching', 'close',        'closed'],
  ['dispatching', 'stop',         'stopped'],
  ['stopped',     'approve',      'approved'],
  ['empty',       'draftAgain',   'draft'],
])('%s accepts %s and becomes %s', (state, event, to) => {
  expect(payoutRunMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

// prettier-ignore
test.each<[PayoutRunState, PayoutRunEvent, 'stale' | 'early' | 'illegal']>([
  ['draft',       'dispatch', 'early'],    // nothing is sent that was not approved
  ['stopped',     'dispatch', 'stale'],    // and nothing more until it is approved again
  ['rejected',    'dispatch', 'stale'],    // it may have been dispatching before it was stopped, approved again and rejected
  ['expired',     'approve',  'stale'],
  ['closed',      'reject',   'illegal'],
])('%s takes %s as %s', (state, event, kind) => {
  expect(payoutRunMachine.classify(state, event).kind).toBe(kind);
});

test('a run starts as a draft, and ends closed, rejected or expired', () => {
  expect(payoutRunMachine.initial).toBe('draft');
  expect(payoutRunMachine.states.filter(payoutRunMachine.isFinal)).toEqual(['closed', 'rejected', 'expired']);
});
