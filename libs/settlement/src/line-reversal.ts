import { proportionOf, splitByLargestRemainder } from '@jeongsan/money';
import type { LineComponents } from './line-components.js';

/**
 * The components that are reversed once `canceled` won of the line's paid amount have been given back, in total.
 * Computed from the total and not per cancel, so that any order of partial cancels ends at the same place, and a full one at zero.
 */
export function reversedSoFar(line: LineComponents, canceled: bigint): LineComponents {
  const promotion = proportionOf(line.promotion, canceled, line.paid);
  const share = proportionOf(line.commission, canceled, line.paid);
  const shareOfVat = proportionOf(line.commissionVat, canceled, line.paid);
  // Rounded down, the last won or two of commission would stay and the seller give back more than the line ever earned it: then
  // that much more of the commission returns, and of its VAT.
  const net = canceled + promotion - share - shareOfVat;
  const excess = net > line.net ? net - line.net : 0n;
  const ofCommission = excess < line.commission - share ? excess : line.commission - share;
  return {
    paid: canceled,
    promotion,
    commission: share + ofCommission,
    commissionVat: shareOfVat + excess - ofCommission,
    net: net - excess,
  };
}

/** What one more cancel of `amount` reverses, after `alreadyCanceled`. */
export function reversalOf(line: LineComponents, alreadyCanceled: bigint, amount: bigint): LineComponents {
  const before = reversedSoFar(line, alreadyCanceled);
  const after = reversedSoFar(line, alreadyCanceled + amount);
  return {
    paid: amount,
    promotion: after.promotion - before.promotion,
    commission: after.commission - before.commission,
    commissionVat: after.commissionVat - before.commissionVat,
    net: after.net - before.net,
  };
}

/** A cancel that names no line is shared by what remains of each, to the won (largest remainder, ties to the earlier line). */
export function splitCancel(remaining: readonly bigint[], amount: bigint): bigint[] {
  return splitByLargestRemainder(amount, remaining);
}
