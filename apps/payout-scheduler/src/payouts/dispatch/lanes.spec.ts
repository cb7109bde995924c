import pLimit from 'p-limit';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

// What dispatch needs of the library that bounds how many requests are sent at once (SENDS_AT_ONCE).
test('at most the limit runs at once, begun in the order of the calls, and a failure frees its place', async () => {
  const lanes = pLimit(3);
  const begun: number[] = [];
  let underWay = 0;
  let most = 0;
  const work = (n: number) => async (): Promise<number> => {
    begun.push(n);
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(n % 3);
    underWay -= 1;
    if (n % 5 === 0) throw new Error(`refused ${n}`);
    return n;
  };
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const ends = await Promise.allSettled(numbers.map((n) => lanes(work(n))));
  expect([most, begun]).toEqual([3, numbers]);
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(8);
  await expect(lanes(work(1))).resolves.toBe(1);
});
