import { writeOffMachine, type WriteOffEvent, type WriteOffState } from './index.js';

// prettier-ignore
test.each<[WriteOffState, WriteOffEvent, string]>([
  ['requested', 'approve', 'move'],
  ['requested', 'reject',  'move'],
  ['approved',  'approve', 'stale'],
  ['rejected',  'reject',  'stale'],
  ['approved',  'reject',  'illegal'],  // what was given up stays given up
  ['rejected',  'approve', 'illegal'],  // ask again instead
])('%s takes %s as %s', (state, event, kind) => {
  expect(writeOffMachine.classify(state, event).kind).toBe(kind);
});
