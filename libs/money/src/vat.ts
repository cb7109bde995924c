import { divide } from './rounding.js';

/**
 * The VAT inside an amount: one eleventh of the taxable part, to the nearest won (document 1 section 2.1).
 * amount = supplied + vat + taxFree, always. A negative amount (a cancel) mirrors its approval.
 * Throws RangeError when the tax-free part exceeds the amount or has the other sign.
 */
export function vatIncluded(amount: bigint, taxFree: bigint): { supplied: bigint; vat: bigint } {
  const taxable = amount - taxFree;
  // Both parts have the sign of the amount, or one of them is zero.
  if (taxable * taxFree < 0n) throw new RangeError(`The tax-free part ${taxFree} is not within the amount ${amount}`);
  const vat = divide(taxable, 11n, 'half-up');
  return { supplied: taxable - vat, vat };
}
