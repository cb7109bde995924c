import { payoutMachine, type PayoutEvent, type PayoutState } from './index.js';

// One row per (state, event) we have an opinion about. A reviewer reads this table, not the code.
// prettier-ignore
test.each<[PayoutState, PayoutEvent, string]>([
  ['planned',    'reserve',  'reserved'],
  ['reserved',   'submit',   'submitted'],
  ['reserved',   'release',  'released'],
  ['submitted',  'accept',   'in_transit'],
  ['submitted',  'settle',   'paid'],        // we may first look when it is already paid
  ['submitted',  'fail',     'failed'],
  ['submitted',  'refuse',   'refused'],
  ['submitted',  'lose',     'unknown'],
  ['submitted',  'retry',    'reserved'],
  ['unknown',    'accept',   'in_transit'],
  ['unknown',    'settle',   'paid'],
  ['unknown',    'fail',     'failed'],
  ['unknown',    'absent',   'reserved'],
  ['unknown',    'park',     'parked'],
  ['parked',     'accept',   'in_transit'],
  ['parked',     'settle',   'paid'],        // it was made after all
  ['parked',     'fail',     'failed'],
  ['parked',     'resend',   'reserved'],
  ['parked',     'abandon',  'released'],
  ['in_transit', 'settle',   'paid'],
  ['in_transit', 'fail',     'failed'],
  ['paid',       'giveBack', 'returned'],
])('%s accepts %s and becomes %s', (state, event, to) => {
  expect(payoutMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

// prettier-ignore
test.each<[PayoutState, PayoutEvent, 'stale' | 'early' | 'illegal']>([
  ['paid',       'accept',   'stale'],
  ['paid',       'settle',   'stale'],
  ['in_transit', 'accept',   'stale'],
  ['in_transit', 'absent',   'stale'],
  ['failed',     'accept',   'stale'],
  ['reserved',   'accept',   'early'],
  ['planned',    'settle',   'early'],
  ['paid',       'fail',     'illegal'],     // money that comes back is giveBack
  ['failed',     'settle',   'illegal'],
  ['released',   'settle',   'illegal'],
  ['unknown',    'refuse',   'early'],       // an unknown outcome is never a refusal
  ['unknown',    'abandon',  'early'],       // nobody may give up what was not parked
  ['in_transit', 'abandon',  'illegal'],
  ['parked',     'absent',   'stale'],       // no listing ends it
  ['parked',     'lose',     'stale'],
])('%s takes %s as %s', (state, event, kind) => {
  expect(payoutMachine.classify(state, event).kind).toBe(kind);
});

test('unknown never frees the money by itself', () => {
  const endings = Object.entries(payoutMachine.table.unknown);
  expect(endings).toEqual([
    ['accept', 'in_transit'],
    ['settle', 'paid'],
    ['fail', 'failed'],
    ['absent', 'reserved'],
    ['park', 'parked'],
  ]);
});
