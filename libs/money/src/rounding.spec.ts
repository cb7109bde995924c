import fc from 'fast-check';
import { divide, proportionOf, ratePerHundredThousand, type Rounding } from './index.js';

const roundings = ['floor', 'ceil', 'half-up'] as const satisfies readonly Rounding[];
const nonZero = fc.bigInt().filter((value) => value !== 0n);
const size = (value: bigint): bigint => (value < 0n ? -value : value);

describe('divide', () => {
  // prettier-ignore
  test.each([
    // numerator, denominator, floor, ceil, half-up
    [    0n,    7n,   0n,   0n,   0n],
    [    6n,    3n,   2n,   2n,   2n],
    [    7n,    2n,   3n,   4n,   4n],
    [   -7n,    2n,  -3n,  -4n,  -4n],
    [    7n,   -2n,  -3n,  -4n,  -4n],
    [   -7n,   -2n,   3n,   4n,   4n],
    [   10n,    3n,   3n,   4n,   3n],
    [  -10n,    3n,  -3n,  -4n,  -3n],
    [   11n,    3n,   3n,   4n,   4n],
    [   -1n,    3n,   0n,  -1n,   0n],
    [    1n,  100n,   0n,   1n,   0n],
  ])('%i / %i is %i towards zero, %i away from it, %i to the nearest', (numerator, denominator, floor, ceil, halfUp) => {
    expect(roundings.map((rounding) => divide(numerator, denominator, rounding))).toEqual([floor, ceil, halfUp]);
  });

  test('every rounding is mirrored at zero and never off by a whole unit', () => {
    fc.assert(
      fc.property(fc.bigInt(), nonZero, fc.constantFrom(...roundings), (numerator, denominator, rounding) => {
        const quotient = divide(numerator, denominator, rounding);
        expect(divide(-numerator, denominator, rounding)).toBe(-quotient);
        expect(size(numerator - quotient * denominator) < size(denominator)).toBe(true);
      }),
    );
  });

  test('half-up is never further than half a unit from the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt(), nonZero, (numerator, denominator) => {
        const off = size(numerator - divide(numerator, denominator, 'half-up') * denominator);
        expect(off * 2n <= size(denominator)).toBe(true);
      }),
    );
  });

  test('a zero denominator is refused', () => {
    for (const rounding of roundings) expect(() => divide(1n, 0n, rounding)).toThrow(RangeError);
  });
});

describe('ratePerHundredThousand', () => {
  // prettier-ignore
  test.each([
    //   amount,    rate, floor, ceil, half-up
    [   10_000n,   3300n,  330n,  330n,  330n], // 3.3 %
    [    9_999n,   3300n,  329n,  330n,  330n],
    [       15n,   3300n,    0n,    1n,    0n],
    [   -9_999n,   3300n, -329n, -330n, -330n],
    [    1_234n, 100_000n, 1234n, 1234n, 1234n], // the whole
    [    1_234n,      0n,    0n,    0n,    0n],
  ])('of %i at %i is %i, %i or %i by rounding', (amount, rate, ...expected) => {
    expect(roundings.map((rounding) => ratePerHundredThousand(amount, rate, rounding))).toEqual(expected);
  });

  test('a cancel takes back the fee of its approval to the won', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt({ min: 0n, max: 100_000n }),
        fc.constantFrom(...roundings),
        (amount, rate, rounding) => {
          const fee = ratePerHundredThousand(amount, rate, rounding);
          expect(fee + ratePerHundredThousand(-amount, rate, rounding)).toBe(0n);
        },
      ),
    );
  });
});

describe('proportionOf', () => {
  // prettier-ignore
  test.each([
    // component, part, whole, share
    [ 100n,  1n,  3n,  33n],
    [ 100n,  3n,  3n, 100n],
    [ 100n,  0n,  3n,   0n],
    [   0n,  0n,  0n,   0n],
    [   1n,  9n, 10n,   0n],
    [-100n,  1n,  3n, -33n],
  ])('of %i, %i out of %i carries %i', (component, part, whole, share) => {
    expect(proportionOf(component, part, whole)).toBe(share);
  });

  test('parts taken one after another never take more than the component', () => {
    const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), parts, (component, list) => {
        const whole = list.reduce((a, b) => a + b, 0n);
        const taken = list.map((part) => proportionOf(component, part, whole)).reduce((a, b) => a + b, 0n);
        expect(taken <= component).toBe(true);
        expect(proportionOf(component, whole, whole)).toBe(whole === 0n ? 0n : component);
      }),
    );
  });

  test('a part outside the whole is refused', () => {
    expect(() => proportionOf(1n, 4n, 3n)).toThrow(new RangeError('The part 4 is not within the whole 3'));
    expect(() => proportionOf(1n, -1n, 3n)).toThrow(new RangeError('The part -1 is not within the whole 3'));
  });
});
