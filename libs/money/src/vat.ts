import { divide } from './rounding.js';

/**
 * Splits an amount: amount = supplied + vat + taxFree. The VAT is one eleventh of the taxable part, rounded to the nearest won
 * (document 1 section 2.1). A negative amount (a cancel) mirrors its approval. Throws RangeError when the tax-free part exceeds
 * the amount or has the other sign.
 */
export function vatIncluded(amount: bigint, taxFree: bigint): { supplied: bigint; vat: bigint } {
  const taxable = amount - taxFree;
  // True when taxFree and the taxable part have the amount's sign, or one of them is 0.
  if (taxable * taxFree < 0n) throw new RangeError(`The tax-free part ${taxFree} is not within the amount ${amount}`);
  const vat = divide(taxable, 11n, 'half-up');
  return { supplied: taxable - vat, vat };
}
