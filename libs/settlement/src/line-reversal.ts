import { proportionOf, splitByLargestRemainder } from '@jeongsan/money';
import type { LineComponents } from './line-components.js';

/** What is charged to the seller, in the order in which a won that rounding kept too much of returns. */
const charges = ['commission', 'commissionVat', 'fees', 'feeVat'] as const;

/**
 * The components that are reversed once `canceled` won of the line's paid amount have been given back, in total.
 * Computed from the total and not per cancel, so that any order of partial cancels ends at the same place, and a full one at zero.
 */
export function reversedSoFar(line: LineComponents, canceled: bigint): LineComponents {
  const promotion = proportionOf(line.promotion, canceled, line.paid);
  const reversed = { commission: 0n, commissionVat: 0n, fees: 0n, feeVat: 0n };
  let net = canceled + promotion;
  for (const charge of charges) {
    reversed[charge] = proportionOf(line[charge], canceled, line.paid);
    net -= reversed[charge];
  }
  // Rounded down, the last few won of the charges would stay and the seller give back more than the line ever earned it: then that
  // much more of the charges returns.
  for (const charge of charges) {
    const excess = net > line.net ? net - line.net : 0n;
    const kept = line[charge] - reversed[charge];
    const returned = excess < kept ? excess : kept;
    reversed[charge] += returned;
    net -= returned;
  }
  return { paid: canceled, promotion, ...reversed, net };
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
    fees: after.fees - before.fees,
    feeVat: after.feeVat - before.feeVat,
    net: after.net - before.net,
  };
}

/** A cancel that names no line is shared by what remains of each, to the won (largest remainder, ties to the earlier line). */
export function splitCancel(remaining: readonly bigint[], amount: bigint): bigint[] {
  return splitByLargestRemainder(amount, remaining);
}
