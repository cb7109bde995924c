import { finding } from './verdict.js';

const steady = [100, 104, 97];
const uneven = [100, 40, 97];
const at = (median: number) => ({ median, min: median / 2, max: median * 2 });

// prettier-ignore
test.each([
  ['at the line',                 at(0.6),  { atLeast: 0.6 },           steady, 'pass'],
  ['above it',                    at(0.9),  { atLeast: 0.6, aim: 0.8 }, steady, 'pass'],
  ['just below it',               at(0.59), { atLeast: 0.6 },           steady, 'beyond the line'],
  ['below an upper line',         at(2.9),  { atMost: 3 },              steady, 'pass'],
  ['above an upper line',         at(3.1),  { atMost: 3 },              steady, 'beyond the line'],
  ['good beside an uneven floor', at(0.9),  { atLeast: 0.6 },           uneven, 'noisy'],
  ['bad beside an uneven floor',  at(0.1),  { atLeast: 0.6 },           uneven, 'noisy'],
  ['without a line',              at(0.1),  undefined,                  steady, 'shown'],
] as const)('a median %s is judged by itself, never by its extremes: %j', (_, ratio, line, floor, verdict) => {
  expect(finding('a ratio', ratio, line, floor).verdict).toBe(verdict);
});
