import { defineMachine } from './index.js';

test('a table with states that nothing leads to is refused when it is defined', () => {
  expect(() => defineMachine('a', { a: { go: 'b' }, b: {}, c: {}, d: {} })).toThrow('Unreachable states: c, d');
});

test('a table whose event leads to no state of it does not compile', () => {
  // @ts-expect-error the target is not a state
  const machine = defineMachine('a', { a: { go: 'nowhere' } });
  expect(machine.states).toEqual(['a']);
});

/** Two ways that end with the same event: only one of them leads past each state. */
const fork = defineMachine('start', {
  start: { left: 'waiting', right: 'right' },
  waiting: { admit: 'left' },
  left: { finish: 'leftDone' },
  right: { finish: 'rightDone' },
  leftDone: {},
  rightDone: {},
});

// prettier-ignore
test.each([
  ['start',     'finish', 'early'],
  ['waiting',   'finish', 'early'],
  ['right',     'finish', 'move'],
  ['leftDone',  'finish', 'stale'],
  ['rightDone', 'finish', 'stale'],
  ['leftDone',  'admit',  'stale'],
  ['right',     'admit',  'illegal'],
  ['rightDone', 'left',   'illegal'],
] as const)('%s takes %s as %s, though another way has the event, too', (state, event, kind) => {
  expect(fork.classify(state, event).kind).toBe(kind);
});

test('a state is final when no event leaves it', () => {
  expect(fork.states.filter(fork.isFinal)).toEqual(['leftDone', 'rightDone']);
});
