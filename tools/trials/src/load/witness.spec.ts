import { longestGap } from './witness.js';

const at = (...milliseconds: number[]) => milliseconds.map((ms) => ({ at: ms }));

test.each([
  [at(), 0],
  [at(500), 0],
  [at(0, 100, 4_100, 4_150), 4],
  // Two lanes are not in order.
  [at(4_100, 0, 4_150, 100), 4],
])('the longest time without an acknowledgement of %j is %d s', (acknowledged, seconds) => {
  expect(longestGap(acknowledged)).toBe(seconds);
});
