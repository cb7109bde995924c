import { payoutMachine, payoutStates } from './index.js';

test('a payout is open, paid or unpaid', () => {
  const all = [...payoutStates.open, 'paid', ...payoutStates.unpaid];
  expect(all.sort()).toEqual([...payoutMachine.states].sort());
});

test('what ended unpaid moves no more, and what is open moves', () => {
  for (const state of payoutStates.unpaid) expect(payoutMachine.isFinal(state)).toBe(true);
  for (const state of payoutStates.open) expect(payoutMachine.isFinal(state)).toBe(false);
});

// prettier-ignore
test.each([
  ['reserving', ['reserved', 'submitted', 'unknown', 'parked', 'in_transit']],
  ['sending',   ['submitted', 'unknown', 'parked']],
  ['underWay',  ['submitted', 'unknown', 'parked', 'in_transit']],
  ['sent',      ['submitted', 'unknown', 'parked', 'in_transit', 'paid']],
] as const)('%s', (question, states) => {
  expect(payoutStates[question]).toEqual(states);
});
