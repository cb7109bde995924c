import { Logger } from '@nestjs/common';
import { Loop, restUntil } from './loop.js';

beforeAll(() => void Logger.overrideLogger(false));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a loop rests as long as its round says, and a wake-up ends the rest', async () => {
  let rounds = 0;
  const loop = new Loop('test', async () => {
    rounds += 1;
    return 60_000;
  });
  loop.start();
  await pause(20);
  expect(rounds).toBe(1);
  loop.wake();
  await pause(20);
  expect(rounds).toBe(2);
  await loop.stop();
});

test('a wake-up during a round is not lost', async () => {
  let rounds = 0;
  const loop = new Loop('test', async () => {
    rounds += 1;
    if (rounds === 1) loop.wake();
    await pause(10);
    return 60_000;
  });
  loop.start();
  await pause(60);
  expect(rounds).toBe(2);
  await loop.stop();
});

test('a failing loop slows down, whatever wakes it', async () => {
  let rounds = 0;
  const loop = new Loop('test', async () => {
    rounds += 1;
    throw new Error('away');
  });
  const start = performance.now();
  loop.start();
  for (let i = 0; i < 50; i += 1) {
    loop.wake();
    await pause(10);
  }
  // 100 ms, 200 ms, 400 ms and so on. How much of this has passed, a busy machine decides.
  const restsMs = [100, 200, 400, 800, 1_600, 3_200].map((_, i, all) => all.slice(0, i + 1).reduce((a, b) => a + b));
  const ended = restsMs.filter((ms) => ms <= performance.now() - start).length;
  expect(rounds).toBeLessThanOrEqual(1 + ended);
  await loop.stop();
});

test('stopping waits for the round under way and starts no other', async () => {
  const log: string[] = [];
  const loop = new Loop('test', async () => {
    log.push('begin');
    await pause(50);
    log.push('end');
    return 0;
  });
  loop.start();
  await pause(10);
  await loop.stop();
  expect(log).toEqual(['begin', 'end']);
});

const NOON = new Date('2026-11-20T03:00:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

test.each([
  ['work that is overdue', after(-5), 0],
  ['work that is due', NOON, 0],
  ['work that is due soon', after(40), 40],
  ['work that is due tomorrow', after(86_400_000), 1_000],
  ['no known work', undefined, 1_000],
])('a loop before %s rests as long as that, a second at most', (_, next, restMs) => {
  expect(restUntil(next, NOON)).toBe(restMs);
});
