import { OneAhead } from './one-ahead.js';

async function* countTo(last: number, asked: number[]): AsyncGenerator<number> {
  for (let n = 1; n <= last; n += 1) {
    asked.push(n);
    yield n;
  }
}

test('an item is asked for once, and comes in order, whether it was requested before or not', async () => {
  const asked: number[] = [];
  const items = new OneAhead(countTo(3, asked));
  expect(await items.next()).toBe(1);
  expect(asked).toEqual([1]);
  items.request();
  items.request();
  expect(asked).toEqual([1, 2]);
  expect([await items.next(), await items.next(), await items.next()]).toEqual([2, 3, undefined]);
});

test('the failure of a requested item is thrown where the item is needed, and nowhere else', async () => {
  const next = jest.fn<Promise<IteratorResult<number>>, []>().mockRejectedValue(new Error('no page'));
  const items = new OneAhead({ next });
  items.request();
  await new Promise(setImmediate);
  await expect(items.next()).rejects.toThrow('no page');
});
