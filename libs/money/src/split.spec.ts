import fc from 'fast-check';
import { splitByLargestRemainder } from './index.js';

const weightLists = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 30 });
const splittable = weightLists.filter((weights) => weights.some((weight) => weight > 0n));
const totals = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const sumOf = (list: readonly bigint[]): bigint => list.reduce((a, b) => a + b, 0n);

describe('splitByLargestRemainder', () => {
  // prettier-ignore
  test.each([
    [  100n, [1n, 1n, 1n],        [34n, 33n, 33n]],
    [  101n, [1n, 1n, 1n],        [34n, 34n, 33n]],
    [   10n, [0n, 1n, 0n, 2n],    [0n, 3n, 0n, 7n]],
    [    1n, [1n, 1n],            [1n, 0n]],
    [    2n, [10n, 10n, 80n],     [0n, 0n, 2n]],
    [   10n, [8n, 7n],            [5n, 5n]], // 5.33 and 4.67: the lighter weight has the larger remainder
    [ -100n, [1n, 1n, 1n],        [-34n, -33n, -33n]],
    [    0n, [1n, 2n],            [0n, 0n]],
    [    0n, [0n, 0n],            [0n, 0n]],
    [    0n, [],                  []],
    [10000n, [3333n, 3333n, 3334n], [3333n, 3333n, 3334n]],
  ])('%i by %j is %j', (total, weights, parts) => {
    expect(splitByLargestRemainder(total, weights)).toEqual(parts);
  });

  test('the parts add up to the total, each within one unit of its exact share', () => {
    fc.assert(
      fc.property(totals, splittable, (total, weights) => {
        const parts = splitByLargestRemainder(total, weights);
        const whole = sumOf(weights);
        expect(sumOf(parts)).toBe(total);
        parts.forEach((part, index) => {
          const off = part * whole - total * (weights[index] ?? 0n);
          expect(-whole < off && off < whole).toBe(true);
        });
      }),
    );
  });

  test('a zero weight gets nothing and a heavier weight never gets less', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), splittable, (total, weights) => {
        const shares = splitByLargestRemainder(total, weights).map((part, index) => ({
          part,
          weight: weights[index] ?? 0n,
        }));
        for (const { part } of shares.filter(({ weight }) => weight === 0n)) expect(part).toBe(0n);
        const byWeight = shares.toSorted((a, b) => Number(a.weight - b.weight));
        byWeight.slice(1).forEach(({ part, weight }, index) => {
          const lighter = byWeight[index];
          if (lighter && lighter.weight < weight) expect(part >= lighter.part).toBe(true);
        });
      }),
    );
  });

  test('a negative weight is refused, and so is a total that no weight can carry', () => {
    expect(() => splitByLargestRemainder(10n, [5n, -1n])).toThrow('A weight cannot be negative: -1');
    expect(() => splitByLargestRemainder(10n, [0n, 0n])).toThrow('Cannot split 10 without a positive weight');
    expect(() => splitByLargestRemainder(-10n, [])).toThrow(RangeError);
  });
});
