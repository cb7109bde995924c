import { accountChangeMachine, type AccountChangeEvent, type AccountChangeState } from './index.js';

// prettier-ignore
test.each<[AccountChangeState, AccountChangeEvent, string]>([
  ['asked',     'take',    'move'],
  ['asked',     'trust',   'move'],
  ['asked',     'refuse',  'move'],
  ['asked',     'confirm', 'early'],
  ['waiting',   'confirm', 'move'],
  ['waiting',   'reject',  'move'],
  ['waiting',   'replace', 'move'],
  ['confirmed', 'confirm', 'stale'],
  ['confirmed', 'reject',  'illegal'],
  ['rejected',  'confirm', 'illegal'],
  ['replaced',  'confirm', 'illegal'],
  ['trusted',   'reject',  'illegal'],
  ['refused',   'confirm', 'illegal'],
])('%s: %s is %s', (state, event, kind) => {
  expect(accountChangeMachine.classify(state, event).kind).toBe(kind);
});
