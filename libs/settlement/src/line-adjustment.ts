import { differenceKeys, type LineComponents, type LineDifference, NO_DIFFERENCE } from './line-amounts.js';
import { type PricingTerms, priceLine } from './line-components.js';
import type { LinePricing } from './line-pricing.js';
import { reversedSoFar } from './line-reversal.js';
import type { RoundedCharge } from './terms.js';

function combined(a: LineDifference, b: LineDifference, one: (a: bigint, b: bigint) => bigint): LineDifference {
  const made = { ...NO_DIFFERENCE };
  for (const key of differenceKeys) made[key] = one(a[key], b[key]);
  return made;
}
export const addDifferences = (a: LineDifference, b: LineDifference): LineDifference => combined(a, b, (x, y) => x + y);
const less = (a: LineDifference, b: LineDifference): LineDifference => combined(a, b, (x, y) => x - y);
export const isNoDifference = (difference: LineDifference): boolean =>
  differenceKeys.every((key) => difference[key] === 0n);

/**
 * Prices a line again under other terms, from its stored inputs. A commission rule that replaced the terms' commission still
 * does, and a seller's part of a discount that the order named still applies: neither is part of the terms.
 */
export function repricedLine(pricing: LinePricing, terms: PricingTerms): LineComponents {
  const { inputs, commission, discountShare, discounts, ruleId } = pricing;
  const { charge, rounding, vatRounding } = commission;
  const line = {
    amount: inputs.ORDER_AMOUNT,
    discountAmount: inputs.DISCOUNT_AMOUNT,
    discountBySeller: discountShare === null ? inputs.DISCOUNT_SHARE_AMOUNT : undefined,
    discounts: discounts?.map(({ share, bySeller, ...discount }) => ({
      ...discount,
      bySeller: share === null ? bySeller : undefined,
    })),
    taxFreeAmount: inputs.TAX_FREE_AMOUNT,
    numbers: pricing.numbers,
  };
  const ruled = ruleId === null ? terms : { ...terms, commission: { charge, rounding, vatRounding } };
  const { discountBySeller: _bySeller, steps: _steps, ...components } = priceLine(line, ruled);
  return components;
}

/** The pricing of a line to which this rule applies instead of the one that priced it; null: no rule, the terms' commission. */
export const underRule = (
  pricing: LinePricing,
  rule: Readonly<{ id: string; charge: RoundedCharge }> | null,
): LinePricing =>
  rule === null
    ? { ...pricing, ruleId: null }
    : { ...pricing, ruleId: rule.id, commission: { ...pricing.commission, ...rule.charge } };

/** The components of a line after `canceled` won of its paid amount were given back; all zero after a full cancel. */
const standing = (line: LineComponents, canceled: bigint): LineDifference => less(line, reversedSoFar(line, canceled));

/** How the components of the line, after its cancels, change when the line is priced as `repriced` instead of `current`. */
export const termsDifference = (current: LineComponents, repriced: LineComponents, canceled: bigint): LineDifference =>
  less(standing(repriced, canceled), standing(current, canceled));

/**
 * The adjustment still to post so that a line frozen as `frozen` stands as if priced as `repriced`. Later cancels reverse the
 * frozen components, so the adjustments posted so far (`accounted`) need this follow-up.
 */
export const followUpDifference = (
  frozen: LineComponents,
  repriced: LineComponents,
  canceled: bigint,
  accounted: LineDifference,
): LineDifference => less(termsDifference(frozen, repriced, canceled), accounted);
