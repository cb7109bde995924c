import { proportionOf, splitByLargestRemainder } from '@jeongsan/money';
import type { LineComponents } from './line-components.js';

/**
 * The components that are reversed once `canceled` won of the line's paid amount have been given back, in total.
 * Computed from the total and not per cancel, so that any order of partial cancels ends at the same place, and a full one at zero.
 */
export function reversedSoFar(line: LineComponents, canceled: bigint): LineComponents {
  const promotion = proportionOf(line.promotion, canceled, line.paid);
  const commission = proportionOf(line.commission, canceled, line.paid);
  const commissionVat = proportionOf(line.commissionVat, canceled, line.paid);
  return {
    paid: canceled,
    promotion,
    commission,
    commissionVat,
    net: canceled + promotion - commission - commissionVat,
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
