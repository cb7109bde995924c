import fc from 'fast-check';
import { growthExponent, isNoisy, median, pairwise, quantile } from './statistics.js';

// prettier-ignore
test.each([
  ['one value',           [7],            7],
  ['an odd number',       [9, 1, 5],      5],
  ['an even number',      [4, 1, 3, 2],   2.5],
  ['equal values',        [2, 2, 2, 2],   2],
  ['one far outlier',     [1, 1, 900],    1],
])('the median of %s is the middle: %j', (_, values, middle) => {
  expect(median(values)).toBe(middle);
});

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('as many values lie above the median as below', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const middle = median(values);
      const above = values.filter((v) => v > middle).length;
      expect(above).toBeLessThanOrEqual(values.length / 2);
      expect(values.filter((v) => v < middle).length).toBeLessThanOrEqual(values.length / 2);
    }),
  );
});

const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
// prettier-ignore
test.each([
  ['half of a hundred',             hundred, 0.5,   50],
  ['p99 of a hundred',              hundred, 0.99,  99],
  ['p99.9 of a hundred is the worst', hundred, 0.999, 100],
  ['all',                           hundred, 1,     100],
  ['none',                          hundred, 0,     1],
  ['a single value',                [3],     0.99,  3],
  ['nothing',                       [],      0.99,  0],
])('the quantile of %s', (_, sorted, share, value) => {
  expect(quantile(sorted, share)).toBe(value);
});

test('a pair is divided by its own half, whatever the machine did between pairs', () => {
  // The second pair ran while the machine was ten times slower: the ratio does not notice.
  expect(pairwise([80, 8, 90], [100, 10, 100])).toEqual({ median: 0.8, min: 0.8, max: 0.9 });
});

test('halves without a partner are a mistake', () => {
  expect(() => pairwise([1, 2], [1])).toThrow('A pair has two halves');
});

// prettier-ignore
test.each([
  ['steady',              [100, 101, 99],  false],
  ['just within bounds',  [100, 160],      false],
  ['beyond them',         [100, 161],      true],
  ['one stumble',         [100, 100, 50],  true],
])('a floor that is %s is noisy: %j is %s', (_, floor, noisy) => {
  expect(isNoisy(floor)).toBe(noisy);
});

// prettier-ignore
test.each([
  ['the same cost at ten times the size',       1,    10,  0],
  ['ten times the cost at ten times the size',  10,   10,  1],
  ['ten times the cost at a hundred times',     10,   100, 0.5],
  ['half the cost at ten times the size',       0.5,  10,  -0.301],
])('growth: %s', (_, cost, size, p) => {
  expect(growthExponent(cost, size)).toBeCloseTo(p, 3);
});
