import { batchMachine, type BatchEvent, type BatchState } from './index.js';

// prettier-ignore
test.each<[BatchState, BatchEvent, BatchState]>([
  ['prepared', 'claim',      'sending'],
  ['prepared', 'freezeAnew', 'rejected'],
  ['prepared', 'suspect',    'rejected'],
  ['prepared', 'clear',      'rejected'],
  ['prepared', 'adopt',      'unknown'],
  ['sending',  'giveBack',   'prepared'],
  ['sending',  'accept',     'accepted'],
  ['sending',  'reject',     'rejected'],
  ['sending',  'lose',       'unknown'],
  ['sending',  'takeOver',   'unknown'],
  ['sending',  'freezeAnew', 'rejected'],
  ['unknown',  'lookAgain',  'unknown'],
  ['unknown',  'resolve',    'resolved'],
])('a batch that is %s accepts %s and becomes %s', (state, event, to) => {
  expect(batchMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

// prettier-ignore
test.each<[BatchState, BatchEvent, 'stale' | 'early' | 'illegal']>([
  ['prepared', 'accept',  'early'],    // nothing of it was sent
  ['unknown',  'accept',  'illegal'],  // only a listing ends it
  ['unknown',  'reject',  'illegal'],
  ['accepted', 'reject',  'illegal'],
  ['accepted', 'claim',   'stale'],
])('a batch that is %s takes %s as %s', (state, event, kind) => {
  expect(batchMachine.classify(state, event).kind).toBe(kind);
});

test('a batch starts prepared, and ends accepted, rejected or resolved', () => {
  expect(batchMachine.initial).toBe('prepared');
  expect(batchMachine.states.filter(batchMachine.isFinal)).toEqual(['accepted', 'rejected', 'resolved']);
});
