import { Refused } from '../api/refused.js';
import type { World } from '../world.js';

/** The parts of an amount that a request names, in won: free of tax, and excluded from tax. */
type TaxParts = Readonly<{ taxFreeAmount?: bigint | undefined; taxExemptionAmount?: bigint | undefined }>;

// ASSUMED: a taxable merchant's taxFreeAmount is ignored, and everything that a tax-free merchant sells is free of tax,
// whatever the request says; the setting refusesTaxFreeOfTaxable refuses instead of ignoring.
/**
 * The tax-free part of an amount, which is "applied only for tax-free or mixed-tax merchants" (document 1 section 4).
 * Throws Refused for a tax-free part of a taxable merchant if its settings refuse them.
 */
export function taxFreeOf({ merchant }: Pick<World, 'merchant'>, amount: bigint, asked: TaxParts): bigint {
  const { taxFreeAmount = 0n, taxExemptionAmount = 0n } = asked;
  if (merchant.taxType === 'MIXED') return taxFreeAmount;
  if (merchant.taxType === 'TAX_FREE') return amount > taxExemptionAmount ? amount - taxExemptionAmount : 0n;
  if (taxFreeAmount > 0n && merchant.settings.refusesTaxFreeOfTaxable) {
    throw new Refused('INVALID_REQUEST', { about: ['taxFreeAmount'] });
  }
  return 0n;
}
