import { advisoryLocks } from './advisory-locks.js';

test('no two purposes wait for each other', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
