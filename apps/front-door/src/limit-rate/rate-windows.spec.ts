import { RateWindows } from './rate-windows.js';

test('made-up keys share one count once there are too many, so that they cannot fill the memory', () => {
  const windows = new RateWindows(3, () => 0);
  for (let key = 0; key < 50_000; key += 1) windows.take(`key ${key}`);
  expect(['x', 'y', 'z', 'w'].map((key) => windows.take(key).isOver)).toEqual([false, false, false, true]);
  expect(windows.take('key 7').isOver).toBe(false);
});
