import { breakMachine, type BreakEvent, type BreakState, breakStates } from './index.js';

/** Every path of events without a repeated state, written as the events and the state at the end. */
function paths(from: BreakState, seen: readonly BreakState[] = [from]): string[] {
  const moves = Object.entries(breakMachine.table[from]) as [BreakEvent, BreakState][];
  return moves.flatMap(([event, to]) =>
    seen.includes(to) ? [] : [`${event} ${to}`, ...paths(to, [...seen, to]).map((rest) => `${event} > ${rest}`)],
  );
}

test('every path of a break', () => {
  expect(paths(breakMachine.initial)).toMatchSnapshot();
});

// prettier-ignore
test.each<[BreakState, BreakEvent, BreakState]>([
  ['OPEN',      'assign',   'ASSIGNED'],
  ['ASSIGNED',  'assign',   'ASSIGNED'],  // to another person
  ['ASSIGNED',  'unassign', 'OPEN'],
  ['ASSIGNED',  'vanish',   'CLOSED'],
  ['EXPLAINED', 'differ',   'REOPENED'],
  ['ADJUSTED',  'reopen',   'REOPENED'],
  ['CLOSED',    'differ',   'REOPENED'],
  ['REOPENED',  'unassign', 'REOPENED'],  // an owner that it kept
  ['REOPENED',  'force',    'FORCED'],
])('%s: %s leads to %s', (state, event, to) => {
  expect(breakMachine.classify(state, event)).toEqual({ kind: 'move', to });
});

// prettier-ignore
test.each<[BreakState, BreakEvent]>([
  ['EXPLAINED', 'adjust'],   // one decision at a time: reopen first
  ['FORCED',    'explain'],
  ['ADJUSTED',  'vanish'],   // the entry made the difference vanish, and stays the answer to it
  ['CLOSED',    'reopen'],   // the difference is gone: a later run opens the break again
  ['CLOSED',    'explain'],
  ['OPEN',      'unassign'],
])('%s does not take %s', (state, event) => {
  expect(breakMachine.classify(state, event).kind).not.toBe('move');
});

test('a break is open, excepted or closed', () => {
  expect(breakStates.open).toEqual(['OPEN', 'ASSIGNED', 'REOPENED']);
  expect(breakStates.excepted).toEqual(['EXPLAINED', 'ADJUSTED', 'FORCED']);
  expect([...breakStates.open, ...breakStates.excepted, 'CLOSED'].sort()).toEqual([...breakMachine.states].sort());
});
