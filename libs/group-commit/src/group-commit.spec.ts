import { setTimeout as pause } from 'node:timers/promises';
import { GroupCommit, TooManyWaiting, type GroupCommitOptions } from './group-commit.js';

const isItemFault = (error: unknown) => (error as Error).message === 'poison';
const limits = { isItemFault, batchMax: 10, writesMax: 1, waitingMax: 100 };

function recording(options: Partial<GroupCommitOptions<number, number>> = {}) {
  const batches: number[][] = [];
  const commit = new GroupCommit<number, number>({
    ...limits,
    write: async (items) => {
      batches.push([...items]);
      await pause(2);
      if (items.includes(-1)) throw new Error('poison');
      if (items.includes(-2)) throw new Error('away');
      return items.map((n) => n * 2);
    },
    ...options,
  });
  return { batches, commit };
}

test('what arrives together or during a write is written together, and each gets its own result', async () => {
  const batches: number[][] = [];
  let started: () => void = () => undefined;
  const firstWrite = new Promise<void>((resolve) => (started = resolve));
  let finish: () => void = () => undefined;
  const mayFinish = new Promise<void>((resolve) => (finish = resolve));
  const { commit } = recording({
    write: async (items) => {
      batches.push([...items]);
      started();
      await mayFinish;
      return items.map((n) => n * 2);
    },
  });
  const first = [1, 2, 3].map((n) => commit.add(n));
  await firstWrite;
  const second = [4, 5].map((n) => commit.add(n));
  finish();
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test.each([
  [30, [[1, 2], [3, 4], [5]]],
  [0, [[1, 2], [3], [4], [5]]],
])('gathering for %i ms after a crowd, those who come back are written as %j', async (gatherMs, expected) => {
  const { batches, commit } = recording({ gatherMs });
  await Promise.all([commit.add(1), commit.add(2)]);
  const first = commit.add(3);
  await pause(10);
  await Promise.all([first, commit.add(4)]);
  await commit.add(5);
  expect(batches).toEqual(expected);
});

test('two writers that gather at once write nothing twice and nothing empty', async () => {
  const { batches, commit } = recording({ gatherMs: 5, writesMax: 2 });
  await Promise.all([commit.add(1), commit.add(2)]);
  const first = commit.add(3);
  await pause(1);
  await Promise.all([first, commit.add(4)]);
  expect(batches.flat()).toEqual([1, 2, 3, 4]);
  expect(batches).not.toContainEqual([]);
});

test('no batch is larger than allowed', async () => {
  const { batches, commit } = recording();
  await Promise.all(Array.from({ length: 25 }, (_, n) => commit.add(n)));
  expect(batches.map((batch) => batch.length)).toEqual([10, 10, 5]);
});

test('one bad item fails alone; its neighbours are written', async () => {
  const { commit } = recording();
  const results = await Promise.allSettled([1, -1, 3].map((n) => commit.add(n)));
  expect(results.map((r) => (r.status === 'fulfilled' ? r.value : 'failed'))).toEqual([2, 'failed', 6]);
});

test('when the server is away everybody is told, and the next write works again', async () => {
  const { batches, commit } = recording();
  const results = await Promise.allSettled([1, -2].map((n) => commit.add(n)));
  expect(results.map((r) => r.status)).toEqual(['rejected', 'rejected']);
  expect(await commit.add(4)).toBe(8);
  expect(batches).toHaveLength(2);
});

test('beyond the limit nobody waits', async () => {
  const { commit } = recording({ waitingMax: 2 });
  const added = [1, 2, 3].map((n) => commit.add(n));
  await expect(added[2]).rejects.toThrow(TooManyWaiting);
  expect(await Promise.all(added.slice(0, 2))).toEqual([2, 4]);
});

test('a batch ends where it would be too large; what is larger by itself goes alone', async () => {
  const { batches, commit } = recording({ size: { of: (n) => n, batchMax: 10, waitingMax: 100 } });
  await Promise.all([4, 5, 2, 30, 1, 9].map((n) => commit.add(n)));
  expect(batches).toEqual([[4, 5], [2], [30], [1, 9]]);
});

test('what waits has a size as well, and gives it back once it is written', async () => {
  const { commit } = recording({ size: { of: (n) => n, batchMax: 10, waitingMax: 10 } });
  const added = [6, 4, 1].map((n) => commit.add(n));
  await expect(added[2]).rejects.toThrow(TooManyWaiting);
  expect(await Promise.all(added.slice(0, 2))).toEqual([12, 8]);
  expect(await Promise.all([commit.add(9), commit.add(1)])).toEqual([18, 2]);
});
