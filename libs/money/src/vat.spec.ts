import fc from 'fast-check';
import { vatIncluded } from './index.js';

describe('vatIncluded', () => {
  // Published samples of the provider. Its billing sample 4900 -> 4455 + 455 is a slip: it does not add up, 445 does.
  // prettier-ignore
  test.each([
    //  amount, taxFree, supplied,     vat
    [   1_000n,      0n,     909n,     91n],
    [  15_000n,      0n,  13_636n,  1_364n],
    [  10_000n,      0n,   9_091n,    909n],
    [ 163_020n,      0n, 148_200n, 14_820n],
    [  37_400n,      0n,  34_000n,  3_400n],
    [  30_000n,      0n,  27_273n,  2_727n],
    [   4_900n,      0n,   4_455n,    445n],
    [     860n,      0n,     782n,     78n], // a settlement fee
    [  -2_250n,      0n,  -2_045n,   -205n], // the fee of a cancel
    [  10_000n, 10_000n,       0n,      0n],
    [  10_000n,  4_000n,   5_455n,    545n],
    [ -10_000n, -4_000n,  -5_455n,   -545n],
    [       0n,      0n,       0n,      0n],
  ])('%i with %i tax-free supplies %i and carries %i', (amount, taxFree, supplied, vat) => {
    expect(vatIncluded(amount, taxFree)).toEqual({ supplied, vat });
  });

  // prettier-ignore
  test.each([
    [0n, 0n], [1n, 0n], [2n, 0n], [3n, 0n], [4n, 0n], [5n, 0n], [6n, 1n], [7n, 1n], [8n, 1n], [9n, 1n], [10n, 1n],
  ])('the remainder %i of eleven rounds the VAT up by %i', (remainder, up) => {
    expect(vatIncluded(11_000n + remainder, 0n).vat).toBe(1_000n + up);
  });

  test('supplied, VAT and the tax-free part add up to the amount, and a cancel mirrors its approval', () => {
    const amounts = fc
      .bigInt({ min: 0n, max: 10n ** 18n })
      .chain((amount) => fc.tuple(fc.constant(amount), fc.bigInt({ min: 0n, max: amount })));
    fc.assert(
      fc.property(amounts, ([amount, taxFree]) => {
        const { supplied, vat } = vatIncluded(amount, taxFree);
        expect(supplied + vat + taxFree).toBe(amount);
        expect(supplied >= 0n && vat >= 0n).toBe(true);
        const mirrored = vatIncluded(-amount, -taxFree);
        expect([mirrored.supplied + supplied, mirrored.vat + vat]).toEqual([0n, 0n]);
      }),
    );
  });

  test.each([
    [100n, 101n],
    [100n, -1n],
    [-100n, 1n],
    [-100n, -101n],
    [0n, 1n],
  ])('%i cannot contain %i tax-free', (amount, taxFree) => {
    const refusal = `The tax-free part ${taxFree} is not within the amount ${amount}`;
    expect(() => vatIncluded(amount, taxFree)).toThrow(new RangeError(refusal));
  });
});
