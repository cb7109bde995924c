import { finding, median, quantile, type Ratio, type Reported } from '@jeongsan/bench/measuring';
import type { Scrolled } from './scrolling.js';

const USABLE_MS = { atMost: 1_000 } as const;
const FRAMES_PER_SECOND = { atLeast: 55 } as const;
const SECOND_MS = 1_000;

const over = (values: readonly number[]): Ratio => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** The rates of frames of these durations: their median, and those of the slowest and of the quickest frame. */
function ratesOf(frames: readonly number[]): Ratio {
  const { median: middle, min, max } = over(frames);
  return { median: SECOND_MS / middle, min: SECOND_MS / max, max: SECOND_MS / min };
}

const report = (name: string, title: string, result: Reported['result']): Reported => ({
  measurement: { name, title, run: () => Promise.resolve(result) },
  result,
});

export const todayResult = ({ first, later }: Readonly<{ first: number; later: readonly number[] }>): Reported =>
  report('console-today', 'from the start of the navigation until Today has all that waits for a person', {
    summaries: [],
    findings: [finding('milliseconds until Today can be used', over(later), USABLE_MS, [1])],
    notes: [`${later.length} loads with the browser's cache; without it: ${Math.round(first)} ms`],
    problems: [],
  });

const slowest = (frames: readonly number[]): string =>
  `${quantile(
    [...frames].sort((a, b) => a - b),
    0.99,
  ).toFixed(0)} ms`;

export function scrollResult({ reading, whole, secondsToLoad }: Scrolled, rows: number): Reported {
  const all = rows.toLocaleString('en');
  return report('console-scrolling', `frames while the list of ${all} payouts is scrolled by the wheel`, {
    summaries: [],
    findings: [
      finding('frames/s while pages are read', ratesOf(reading), FRAMES_PER_SECOND, [1]),
      finding('frames/s with all rows read', ratesOf(whole), FRAMES_PER_SECOND, [1]),
    ],
    notes: [
      `all ${all} rows were read in ${secondsToLoad.toFixed(0)} s of scrolling to the end`,
      `99 of 100 frames within ${slowest(reading)} while pages are read, ${slowest(whole)} with all rows`,
    ],
    problems: [],
  });
}
