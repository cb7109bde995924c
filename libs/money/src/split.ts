/**
 * Splits a total by weights into parts that sum up exactly: each part is rounded down, and the odd units go to the largest
 * remainders, ties to the earlier index. A zero weight gets 0; a negative total mirrors the positive one. Throws RangeError for
 * a negative weight, and for a total other than 0 without any weight.
 */
export function splitByLargestRemainder(total: bigint, weights: readonly bigint[]): bigint[] {
  if (total < 0n) return splitByLargestRemainder(-total, weights).map((part) => -part);
  const whole = totalWeight(weights);
  if (total === 0n) return weights.map(() => 0n);
  if (whole === 0n) throw new RangeError(`Cannot split ${total} without a positive weight`);

  const parts = weights.map((weight) => (total * weight) / whole);
  let odd = total - parts.reduce((a, b) => a + b, 0n);
  for (const index of byLargestRemainder(total, weights, whole)) {
    if (odd === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    odd -= 1n;
  }
  return parts;
}

function totalWeight(weights: readonly bigint[]): bigint {
  let whole = 0n;
  for (const weight of weights) {
    if (weight < 0n) throw new RangeError(`A weight cannot be negative: ${weight}`);
    whole += weight;
  }
  return whole;
}

function byLargestRemainder(total: bigint, weights: readonly bigint[], whole: bigint): number[] {
  const remainders = weights.map((weight, index) => ({ index, remainder: (total * weight) % whole }));
  // A stable sort gives a tie to the earlier index.
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0));
  return remainders.map(({ index }) => index);
}
