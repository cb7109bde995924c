import fc from 'fast-check';
import { retryDelayMs } from './retry-delay.js';

// prettier-ignore
test.each([
  [1,    100,    200],
  [2,    200,    400],
  [5,  1_600,  3_200],
  [8, 12_800, 25_600],
  [9, 25_600, 51_200],
  [19, 300_000, 600_000],
])('after attempt %i the wait is between %i and %i ms', (attempts, least, most) => {
  expect([retryDelayMs(attempts, () => 0), retryDelayMs(attempts, () => 1)]).toEqual([least, most]);
});

test('no wait is longer than ten minutes, nor negative', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const ms = retryDelayMs(attempts, () => random);
      expect(ms).toBeGreaterThanOrEqual(100);
      expect(ms).toBeLessThanOrEqual(600_000);
    }),
  );
});
