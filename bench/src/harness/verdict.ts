import { isNoisy, type Ratio } from './statistics.js';

/** Where a median must lie; without one a result is only shown. */
export type Line = Readonly<{ atLeast: number; aim?: number } | { atMost: number; aim?: number }>;
export type Verdict = 'pass' | 'beyond the line' | 'noisy' | 'shown';

/** One number that a measurement is about, and what to make of it. */
export type Finding = Readonly<{ what: string; ratio: Ratio; line: Line | undefined; verdict: Verdict }>;

/** Judges the median alone, and not at all when the floor itself was uneven. */
export function finding(what: string, ratio: Ratio, line: Line | undefined, floor: readonly number[]): Finding {
  return { what, ratio, line, verdict: verdictOn(ratio, line, floor) };
}

function verdictOn({ median }: Ratio, line: Line | undefined, floor: readonly number[]): Verdict {
  if (isNoisy(floor)) return 'noisy';
  if (line === undefined) return 'shown';
  const holds = 'atLeast' in line ? median >= line.atLeast : median <= line.atMost;
  return holds ? 'pass' : 'beyond the line';
}
