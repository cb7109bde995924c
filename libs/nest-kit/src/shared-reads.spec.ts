import { SharedReads } from './shared-reads.js';

const EVERY_MS = 20;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const world = (listenersMax = 10) => {
  const state = { value: 0, reads: 0, error: undefined as Error | undefined };
  const shared = new SharedReads({
    read: async () => {
      state.reads += 1;
      if (state.error) throw state.error;
      return { value: state.value };
    },
    isLast: ({ value }) => value === 3,
    everyMs: EVERY_MS,
    listenersMax,
  });
  return { state, shared };
};
const all = async (states: AsyncIterable<{ value: number }>): Promise<number[]> => {
  const seen: number[] = [];
  for await (const { value } of states) seen.push(value);
  return seen;
};

test('many listeners share one read at a time, each sees every change once, and the last value ends them', async () => {
  const { state, shared } = world();
  const listening = Array.from({ length: 10 }, () => all(shared.listen('a')));
  for (const value of [1, 2, 3]) {
    await wait(EVERY_MS * 5);
    state.value = value;
  }
  for (const seen of await Promise.all(listening)) expect(seen).toEqual([0, 1, 2, 3]);
  // Ten listeners in more than 300 ms: were each to read for itself, it would be ten times as many.
  expect(state.reads).toBeLessThan(30);
  expect(await all(shared.listen('a'))).toEqual([3]);
});

test('nothing is read while nobody listens, and a listener who leaves is let go at once', async () => {
  const { state, shared } = world();
  const iterator = shared.listen('a')[Symbol.asyncIterator]();
  await iterator.next();
  const waiting = iterator.next();
  await iterator.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  await wait(EVERY_MS * 3);
  const before = state.reads;
  await wait(EVERY_MS * 5);
  expect(state.reads).toBe(before);
});

test('an error of the read reaches every listener, and a later one reads anew', async () => {
  const { state, shared } = world();
  const listening = [all(shared.listen('a')), all(shared.listen('a'))];
  await wait(EVERY_MS);
  state.error = new Error('away');
  for (const ended of listening) await expect(ended).rejects.toThrow('away');
  state.error = undefined;
  state.value = 3;
  expect(await all(shared.listen('a'))).toEqual([3]);
});

test('more listeners than are allowed are refused, until one leaves', async () => {
  const { shared } = world(1);
  const first = shared.listen('a')[Symbol.asyncIterator]();
  await first.next();
  await expect(all(shared.listen('b'))).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_LISTENERS' });
  await first.return?.();
  const second = shared.listen('b')[Symbol.asyncIterator]();
  expect((await second.next()).value).toEqual({ value: 0 });
  await second.return?.();
});
