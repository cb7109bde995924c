import { finding, median, quantile, type Ratio, type Reported } from '@jeongsan/bench/measuring';
import type { Frames } from './frames.js';
import type { Scrolled } from './scrolling.js';

const USABLE_MS = { atMost: 1_000 } as const;
const FRAMES_PER_SECOND = { atLeast: 55 } as const;
const SECOND_MS = 1_000;

const over = (values: readonly number[]): Ratio => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** The rates of frames: their median, and those of the slowest and of the quickest frame. */
function ratesOf(...parts: readonly Frames[]): Ratio {
  const { median: middle, min, max } = over(parts.flatMap(({ ms }) => ms));
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

/** The middle frame, what 95 of 100 frames keep, and what a frame is made of. */
function frameText(what: string, { ms, work }: Frames): string {
  const sorted = [...ms].sort((a, b) => a - b);
  const rate = (share: number): string => (SECOND_MS / quantile(sorted, share)).toFixed(1);
  const each = (part: number): string => (part / ms.length).toFixed(1);
  const parts = `script ${each(work.script)}, style and layout ${each(work.layout)}`;
  return `${what}: median ${rate(0.5)} frames/s, 95 of 100 keep ${rate(0.95)}; the page works ${each(work.all)} ms a frame (${parts})`;
}

/** Judged only where the browser alone draws the same rows evenly. */
export function scrollResult({ reading, loading, whole, still, secondsToLoad }: Scrolled, rows: number): Reported {
  const all = rows.toLocaleString('en');
  const floor = still.map((part) => ratesOf(part).median);
  const ofFloor = floor.map((one) => ratesOf(whole).median / one);
  return report('console-scrolling', `frames while the list of ${all} payouts is scrolled by the wheel`, {
    summaries: [],
    findings: [
      finding('frames/s while pages are read', ratesOf(reading), FRAMES_PER_SECOND, floor),
      finding('frames/s with all rows read', ratesOf(whole), FRAMES_PER_SECOND, floor),
      finding('frames/s of such rows without script', ratesOf(...still), undefined, floor),
      finding('share of these with all rows read', over(ofFloor), undefined, floor),
    ],
    notes: [
      `all ${all} rows were read in ${secondsToLoad.toFixed(0)} s of scrolling to the end`,
      frameText('while pages are read', reading),
      frameText('while all other pages are read', loading),
      frameText('with all rows', whole),
      frameText('such rows without script, before', still[0]),
      frameText('such rows without script, after', still[1]),
    ],
    problems: [],
  });
}
