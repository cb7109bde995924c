import { TokenBuckets } from './token-buckets.js';

test('a bucket gives what it holds, then what flows into it, and never more than it can hold', () => {
  let now = 0;
  const buckets = new TokenBuckets({ perSecond: 2, burst: 3 }, () => now);
  const take = (count = 1) => buckets.take('a', count);
  expect([take(), take(2), take()]).toEqual([true, true, false]);
  expect(buckets.secondsUntil('a', 3)).toBe(2);
  now = 500;
  expect([take(2), take(), take()]).toEqual([false, true, false]);
  now = 3_600_000;
  expect([buckets.left('a'), take(4), take(3), take()]).toEqual([3, false, true, false]);
});

test('a clock that steps back gives nothing and takes nothing', () => {
  let now = 10_000;
  const buckets = new TokenBuckets({ perSecond: 1, burst: 2 }, () => now);
  buckets.take('a');
  now = 0;
  expect(buckets.left('a')).toBe(1);
});

test('a million keys cost the memory of ten thousand, and who is asked for keeps its own', () => {
  const buckets = new TokenBuckets({ perSecond: 0.001, burst: 1 }, () => 0);
  expect(buckets.take('mine')).toBe(true);
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100_000; i += 1) {
    buckets.take(`stranger-${i}`);
    if (i % 1_000 === 0) expect(buckets.take('mine')).toBe(false);
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
});
