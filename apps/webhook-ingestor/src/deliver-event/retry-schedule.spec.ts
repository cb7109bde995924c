import { retryAt } from './retry-schedule.js';

// prettier-ignore
test.each([
  [1, '2026-11-20T00:01:00.000Z'],
  [2, '2026-11-20T00:04:00.000Z'],
  [3, '2026-11-20T00:16:00.000Z'],
  [4, '2026-11-20T01:04:00.000Z'],
  [5, '2026-11-20T04:16:00.000Z'],
  [6, '2026-11-20T17:04:00.000Z'],
  [7, '2026-11-22T20:16:00.000Z'],
  [8, undefined],
])('after attempt %i the next one is at %s', (attempts, at) => {
  expect(retryAt(attempts, new Date('2026-11-20T00:00:00Z'))?.toISOString()).toBe(at);
});
