import { setTimeout as sleep } from 'node:timers/promises';
import { workThroughPages } from './work-through-pages.js';

/** Pages of two numbers up to a number, each read from where the one before ended. */
const pagesUpTo =
  (last: number) =>
  async (after: string): Promise<string[]> => {
    const from = Number(after);
    await sleep(1);
    return Array.from({ length: Math.min(last, from + 2) - from }, (_, i) => String(from + i + 1));
  };

test('each page is worked on once, two at a time', async () => {
  const done: number[] = [];
  let [atWork, most] = [0, 0];
  const all = await workThroughPages(pagesUpTo(9), async (page) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await sleep(5);
    atWork -= 1;
    done.push(...page.map(Number));
    return true;
  });
  expect([all, most]).toEqual([true, 2]);
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a page that says so is the last that is begun', async () => {
  const begun: number[] = [];
  const all = await workThroughPages(pagesUpTo(100), async ([first]) => {
    begun.push(Number(first));
    await sleep(5);
    return Number(first) < 5;
  });
  expect(all).toBe(false);
  expect(Math.max(...begun)).toBeLessThan(10);
});

test.each(['reading', 'working'])('what fails while %s is thrown when the other page is finished', async (where) => {
  const finished: number[] = [];
  const next = pagesUpTo(100);
  let pages = 0;
  const working = workThroughPages(
    async (after) => {
      pages += 1;
      if (where === 'reading' && pages === 3) throw new Error('away');
      return next(after);
    },
    async ([first]) => {
      if (where === 'working' && first === '3') throw new Error('away');
      await sleep(20);
      finished.push(Number(first));
      return true;
    },
  );
  await expect(working).rejects.toThrow('away');
  expect(finished.length).toBeGreaterThan(0);
  expect(Math.max(...finished)).toBeLessThan(7);
  const before = finished.length;
  await sleep(50);
  expect(finished).toHaveLength(before);
});
