import {
  cancelMachine,
  paymentMachine,
  type CancelEvent,
  type CancelState,
  type PaymentEvent,
  type PaymentState,
} from './index.js';

// prettier-ignore
test.each<[PaymentState, PaymentEvent, PaymentState]>([
  ['confirming',         'approve',    'approved'],
  ['confirming',         'refuse',     'refused'],
  ['confirming',         'issue',      'waiting'],
  ['waiting',            'approve',    'approved'],
  ['waiting',            'expire',     'expired'],
  ['waiting',            'void',       'voided'],
  ['approved',           'withdraw',   'waiting'],
  ['expired',            'approve',    'approved'],
  ['approved',           'cancelPart', 'partially_canceled'],
  ['approved',           'cancelRest', 'canceled'],
  ['partially_canceled', 'cancelPart', 'partially_canceled'],
  ['partially_canceled', 'cancelRest', 'canceled'],
])('a payment that is %s accepts %s and becomes %s', (state, event, to) => {
  expect(paymentMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

// prettier-ignore
test.each<[PaymentState, PaymentEvent, 'stale' | 'early' | 'illegal']>([
  ['confirming', 'cancelRest', 'early'],
  ['refused',    'cancelRest', 'illegal'],  // no money was taken that could go back
  ['canceled',   'cancelRest', 'stale'],
  ['canceled',   'approve',    'stale'],
  ['approved',   'refuse',     'illegal'],
])('a payment that is %s takes %s as %s', (state, event, kind) => {
  expect(paymentMachine.classify(state, event).kind).toBe(kind);
});

// prettier-ignore
test.each<[CancelState, CancelEvent, string]>([
  ['requested', 'complete', 'done'],
  ['requested', 'refuse',   'refused'],
])('a cancel that is %s accepts %s and becomes %s', (state, event, to) => {
  expect(cancelMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

test('a payment starts as confirming and a cancel as requested; a refusal and a whole cancel are for good', () => {
  expect([paymentMachine.initial, cancelMachine.initial]).toEqual(['confirming', 'requested']);
  expect(paymentMachine.states.filter(paymentMachine.isFinal)).toEqual(['canceled', 'refused', 'voided']);
  expect(cancelMachine.states.filter(cancelMachine.isFinal)).toEqual(['done', 'refused']);
});
