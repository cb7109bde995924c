import { Gathered } from './gathered.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Doubles numbers slowly, and records its calls. */
function doubling() {
  const asked: number[][] = [];
  const gathered = new Gathered<number, number>(async (keys) => {
    asked.push(keys);
    await pause(10);
    if (keys.includes(13)) throw new Error('thirteen');
    return new Map(keys.filter((key) => key > 0).map((key) => [key, key * 2]));
  });
  return { asked, gathered };
}

test('a lone call is asked at once, a crowd shares the next query, and everybody gets its own answer', async () => {
  const { asked, gathered } = doubling();
  expect(await Promise.all([1, 2, 3, 2].map((key) => gathered.ask(key)))).toEqual([2, 4, 6, 4]);
  expect(asked).toEqual([[1], [2, 3]]);
});

test('a key that is not found is undefined', async () => {
  expect(await doubling().gathered.ask(-1)).toBeUndefined();
});

test('a failed query fails its own calls and no later one', async () => {
  const { gathered } = doubling();
  const outcomes = await Promise.allSettled([1, 13, 2].map((key) => gathered.ask(key)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await gathered.ask(2)).toBe(4);
});

test('no query asks for more than 500 keys', async () => {
  const { asked, gathered } = doubling();
  await Promise.all(Array.from({ length: 1_201 }, (_, i) => gathered.ask(1_000 + i)));
  expect(asked.map((keys) => keys.length)).toEqual([1, 500, 500, 200]);
});
