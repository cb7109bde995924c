import {
  batchMachine,
  batchStates,
  paymentMachine,
  paymentStates,
  payoutRunMachine,
  payoutRunStates,
  payoutStates,
  sellerMachine,
  sellerStates,
} from './index.js';

// prettier-ignore
test.each([
  [payoutStates.countedForWeek, ['reserved', 'submitted', 'unknown', 'parked', 'in_transit', 'paid']],
  [payoutStates.unpaid,         ['failed', 'refused', 'released', 'returned']],
  [payoutStates.unsuccessful,   ['failed', 'refused', 'returned']],
  [payoutStates.failed,         ['failed', 'refused']],
  [payoutRunStates.maySend,     ['approved', 'dispatching']],
  [payoutRunStates.waiting,     ['draft', 'approved']],
  [payoutRunStates.limited,     ['draft', 'approved', 'dispatching']],
  [payoutRunStates.approved,    ['approved', 'dispatching', 'closed']],
  [payoutRunStates.givenUp,     ['rejected', 'expired']],
  [payoutRunStates.needsJob,    ['approved', 'dispatching', 'rejected', 'expired']],
  [paymentStates.paid,          ['approved', 'partially_canceled', 'canceled']],
  [paymentStates.kept,          ['approved', 'partially_canceled']],
  [sellerStates.payable,        ['limited', 'approved']],
  [sellerStates.ended,          ['refused', 'closed']],
  [batchStates.unanswered,      ['prepared', 'sending']],
  [batchStates.open,            ['prepared', 'sending', 'unknown']],
])('%j', (states, expected) => {
  expect(states).toEqual(expected);
});

test('the lists say what the tables of moves say', () => {
  const accepts = (table: Readonly<Record<string, object>>, event: string) =>
    Object.keys(table).filter((state) => event in (table[state] ?? {}));
  expect(payoutRunStates.waiting).toEqual(accepts(payoutRunMachine.table, 'expire'));
  expect(paymentStates.kept).toEqual(accepts(paymentMachine.table, 'cancelPart'));
  expect(sellerStates.ended).toEqual(sellerMachine.states.filter(sellerMachine.isFinal));
  expect(batchStates.open).toEqual(batchMachine.states.filter((state) => !batchMachine.isFinal(state)));
  for (const state of payoutRunStates.givenUp) expect(payoutRunMachine.isFinal(state)).toBe(true);
});
