/** Of a series of ratios: the one that is judged, and the two that tell how far it can be trusted. */
export type Ratio = Readonly<{ median: number; min: number; max: number }>;

/** The middle value, or the mean of the two in the middle. Throws when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('There is no median of nothing');
  return (low + high) / 2;
}

/** The smallest value that at least this share of all values does not exceed; 0 when there is none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length)));
  return sorted[rank - 1] ?? 0;
}

/** The middle and the ends of a series. Throws when there is nothing in it. */
export const spread = (values: readonly number[]): Ratio => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
});

/** Each value divided by the one measured beside it, so that whatever else the machine did at the time cancels out. */
export function pairwise(values: readonly number[], beside: readonly number[]): Ratio {
  if (values.length !== beside.length) throw new RangeError('A pair has two halves');
  return spread(values.map((value, index) => value / (beside[index] ?? Number.NaN)));
}

/** What each value has more than the one measured beside it. */
export function differences(values: readonly number[], beside: readonly number[]): Ratio {
  return spread(values.map((value, index) => value - (beside[index] ?? Number.NaN)));
}

/** Beyond this, two runs of the same program differ more than what is to be judged. */
const FLOOR_MAX_TO_MIN = 1.6;

/** Whether a floor that did the same thing every time was so uneven that nothing beside it may be judged. */
export const isNoisy = (floor: readonly number[]): boolean =>
  Math.max(...floor) > FLOOR_MAX_TO_MIN * Math.min(...floor);

/** The p of `cost ~ size ^ p`: 0 when ten times the data costs nothing more, 1 when it costs ten times as much. */
export const growthExponent = (costRatio: number, sizeRatio: number): number =>
  Math.log(costRatio) / Math.log(sizeRatio);

/** The same for a series of ratios. */
export const growthExponents = ({ median: middle, min, max }: Ratio, sizeRatio: number): Ratio => ({
  median: growthExponent(middle, sizeRatio),
  min: growthExponent(min, sizeRatio),
  max: growthExponent(max, sizeRatio),
});

/** What was measured once. */
export const single = (value: number): Ratio => ({ median: value, min: value, max: value });
