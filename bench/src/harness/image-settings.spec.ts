import { execFileSync } from 'node:child_process';
import { imageSettings } from './image-settings.js';

const MIB = 1_048_576;
const limitOf = (options: string): number =>
  Number(
    execFileSync(process.execPath, ['-p', 'v8.getHeapStatistics().heap_size_limit'], {
      env: { NODE_OPTIONS: options },
      encoding: 'utf8',
    }),
  ) / MIB;

test("a measured program has the image's own limit of memory, not that of the machine", () => {
  const { NODE_OPTIONS: options, MALLOC_ARENA_MAX: arenas } = imageSettings();
  const wanted = Number(/--max-old-space-size=(\d+)/.exec(options)?.[1]);
  expect(limitOf(options)).toBeGreaterThanOrEqual(wanted);
  expect(limitOf(options)).toBeLessThan(wanted * 1.2);
  expect(Number(arenas)).toBeGreaterThan(0);
});
