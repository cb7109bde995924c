import { sellerAdjustmentMachine, type SellerAdjustmentEvent, type SellerAdjustmentState } from './index.js';

// prettier-ignore
test.each<[SellerAdjustmentState, SellerAdjustmentEvent, string]>([
  ['proposed', 'approve', 'move'],
  ['proposed', 'reject',  'move'],
  ['posted',   'approve', 'stale'],
  ['rejected', 'reject',  'stale'],
  ['posted',   'reject',  'illegal'],  // a posting stays; the opposite adjustment corrects it
  ['rejected', 'approve', 'illegal'],  // propose again instead
])('%s takes %s as %s', (state, event, kind) => {
  expect(sellerAdjustmentMachine.classify(state, event).kind).toBe(kind);
});
