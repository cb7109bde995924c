import { type LineComponents, type PricingTerms, priceLine } from './line-components.js';
import type { LinePricing } from './line-pricing.js';
import { reversedSoFar } from './line-reversal.js';

/** What a change of terms moves of a line: each component of it but what the buyer paid, which no contract changes. In won, signed. */
export type LineDifference = Omit<LineComponents, 'paid'>;

export const NO_DIFFERENCE: LineDifference = {
  promotion: 0n,
  commission: 0n,
  commissionVat: 0n,
  fees: 0n,
  feeVat: 0n,
  net: 0n,
};
export const differenceKeys = Object.keys(NO_DIFFERENCE) as (keyof LineDifference)[];

const combined = (
  a: LineDifference,
  b: LineDifference,
  one: (a: bigint, b: bigint) => bigint,
): Record<keyof LineDifference, bigint> => ({
  promotion: one(a.promotion, b.promotion),
  commission: one(a.commission, b.commission),
  commissionVat: one(a.commissionVat, b.commissionVat),
  fees: one(a.fees, b.fees),
  feeVat: one(a.feeVat, b.feeVat),
  net: one(a.net, b.net),
});
export const addDifferences = (a: LineDifference, b: LineDifference): LineDifference => combined(a, b, (x, y) => x + y);
const less = (a: LineDifference, b: LineDifference): LineDifference => combined(a, b, (x, y) => x - y);
export const isNoDifference = (difference: LineDifference): boolean =>
  differenceKeys.every((key) => difference[key] === 0n);

/**
 * What the line would have been frozen as under other terms, from the inputs it was priced by. A commission rule that stood in for the
 * terms' commission still does, and where the order said who bears the discount it still says so: neither is the contract's.
 */
export function repricedLine(pricing: LinePricing, terms: PricingTerms): LineComponents {
  const { inputs, commission, discountShare, ruleId } = pricing;
  const { charge, rounding, vatRounding } = commission;
  const line = {
    amount: inputs.ORDER_AMOUNT,
    discountAmount: inputs.DISCOUNT_AMOUNT,
    discountBySeller: discountShare === null ? inputs.DISCOUNT_SHARE_AMOUNT : undefined,
    taxFreeAmount: inputs.TAX_FREE_AMOUNT,
  };
  const ruled = ruleId === null ? terms : { ...terms, commission: { charge, rounding, vatRounding } };
  const { discountBySeller: _bySeller, steps: _steps, ...components } = priceLine(line, ruled);
  return components;
}

/** What is left of a line of which `canceled` won of the paid amount were given back. Nothing is left of one canceled whole. */
const standing = (line: LineComponents, canceled: bigint): LineDifference => less(line, reversedSoFar(line, canceled));

/** How the line would stand now as `repriced`, less how it stands now as `current`. */
export const termsDifference = (current: LineComponents, repriced: LineComponents, canceled: bigint): LineDifference =>
  less(standing(repriced, canceled), standing(current, canceled));

/**
 * What must still be posted so that a line that was frozen as `frozen` and is settled as `repriced` stands right: its cancels reverse
 * what was frozen, so the adjustments posted so far (`accounted`) are behind them.
 */
export const followUpDifference = (
  frozen: LineComponents,
  repriced: LineComponents,
  canceled: bigint,
  accounted: LineDifference,
): LineDifference => less(termsDifference(frozen, repriced, canceled), accounted);
