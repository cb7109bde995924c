import { Lanes } from './lanes.js';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test('never more at a time than there is room for, all of it in turn, failures included', async () => {
  const lanes = new Lanes(3);
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
  const ends = await Promise.allSettled(numbers.map((n) => lanes.run(work(n))));
  expect([most, begun]).toEqual([3, numbers]);
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(8);
  await expect(lanes.run(work(1))).resolves.toBe(1);
});
