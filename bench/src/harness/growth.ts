import type { LoadSize } from './load.js';
import type { Load } from './load.js';
import type { Options } from './options.js';
import { growthExponents, median, pairwise } from './statistics.js';
import { finding, type Finding } from './verdict.js';

/** The same program on data of one size. */
export type Sized = Readonly<{
  size: number;
  loadSize: (size: LoadSize) => Promise<Load>;
  check: () => Promise<readonly string[]>;
}>;

const EXPONENT_MAX = 0.05;

/**
 * How cost grows with data: all sizes take turns, in short rounds of a fixed number of operations, so that noise meets all of them
 * and the small ones stay small. Sizes ascend. The whole range is judged, each step is shown.
 */
export async function measureGrowth(
  sized: readonly Sized[],
  { rounds, operations, unit }: { rounds: number; operations: number; unit: string },
  { isQuick }: Options,
): Promise<{ findings: Finding[]; notes: string[]; problems: string[] }> {
  const costs = sized.map((): number[] => []);
  for (const { loadSize } of sized) await loadSize({ operations });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { loadSize }] of sized.entries()) {
      const load = await loadSize({ operations });
      costs[index]?.push((load.seconds / load.operations) * 1e6);
    }
  }
  const problems = (await Promise.all(sized.map((one) => one.check()))).flat();
  const between = (small: number, large: number, line: { atMost: number } | undefined): Finding => {
    const [from, to] = [sized[small]?.size ?? 0, sized[large]?.size ?? 0];
    const cost = pairwise(costs[large] ?? [], costs[small] ?? []);
    return finding(
      `p from ${from.toLocaleString('en')} to ${to.toLocaleString('en')} ${unit}`,
      growthExponents(cost, to / from),
      line,
      costs[small] ?? [],
    );
  };
  const steps = sized.slice(2).length > 0 ? sized.slice(1).map((_, i) => between(i, i + 1, undefined)) : [];
  return {
    findings: [...steps, between(0, sized.length - 1, isQuick ? undefined : { atMost: EXPONENT_MAX })],
    notes: sized.map(
      ({ size }, i) =>
        `${size.toLocaleString('en')} ${unit}: ${median(costs[i] ?? []).toFixed(0)} µs per operation, over all lanes`,
    ),
    problems,
  };
}
