import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoop, openLoop } from './load.js';

test('a closed loop of a given size does exactly that many, never more at once than lanes', async () => {
  let running = 0;
  let most = 0;
  const load = await closedLoop(4, { operations: 50 }, async () => {
    most = Math.max(most, (running += 1));
    await sleep(1);
    running -= 1;
  });
  expect(load.operations).toBe(50);
  expect(load.latenciesMs).toHaveLength(50);
  expect(most).toBe(4);
});

test('a closed loop of a given time waits for what is under way', async () => {
  let done = 0;
  const load = await closedLoop(2, { seconds: 0.05 }, async () => {
    await sleep(20);
    done += 1;
  });
  expect(load.operations).toBe(done);
  expect(load.seconds).toBeGreaterThanOrEqual(0.05);
});

test('an open loop starts what is due and counts the wait for a lane as latency', async () => {
  const load = await openLoop(1, 100, 0.2, () => sleep(30));
  // 20 operations of 30 ms each on one lane, due every 10 ms: the last one waits for all the others.
  expect(load.operations).toBe(20);
  expect(load.latenciesMs.at(-1)).toBeGreaterThan(300);
});

test('a failed operation fails the load', async () => {
  await expect(closedLoop(2, { operations: 5 }, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
});
