import { nameOf, pathsFrom, stepsOf } from './lifecycle-paths.js';

test('each circle of a table is walked once, and every path ends where no step is left', () => {
  const table = { waiting: { deposit: 'paid', expire: 'over' }, paid: { withdraw: 'waiting' }, over: {} };
  expect(pathsFrom(stepsOf(table), 'waiting').map(nameOf)).toEqual([
    'deposit → paid, withdraw → waiting, expire → over',
    'expire → over',
  ]);
});
