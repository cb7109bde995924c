import { proportionOf, splitByLargestRemainder } from '@jeongsan/money';
import type { LineComponents } from './line-components.js';

/** The charges to the seller, in the order in which an excess won of rounding is returned. */
const charges = ['commission', 'commissionVat', 'fees', 'feeVat'] as const;

/**
 * The components reversed after `canceled` won of the line's paid amount were given back in total. Computed from the total and
 * not per cancel: partial cancels in any order give the same sum, and a full cancel reverses everything.
 */
export function reversedSoFar(line: LineComponents, canceled: bigint): LineComponents {
  const promotion = proportionOf(line.promotion, canceled, line.paid);
  const reversed = { commission: 0n, commissionVat: 0n, fees: 0n, feeVat: 0n };
  let net = canceled + promotion;
  for (const charge of charges) {
    reversed[charge] = proportionOf(line[charge], canceled, line.paid);
    net -= reversed[charge];
  }
  // Each reversed charge was rounded down, so the reversed net can exceed the line's net by a few won. The excess is taken from
  // the charges: a seller gives back at most the net amount of the line.
  for (const charge of charges) {
    const excess = net > line.net ? net - line.net : 0n;
    const kept = line[charge] - reversed[charge];
    const returned = excess < kept ? excess : kept;
    reversed[charge] += returned;
    net -= returned;
  }
  return { paid: canceled, promotion, ...reversed, net };
}

/** The components that one more cancel of `amount` won reverses, after `alreadyCanceled` won. */
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

/**
 * Divides a cancel that names no line between the lines, in proportion to what remains of each (largest remainder, ties to the
 * earlier line).
 */
export function splitCancel(remaining: readonly bigint[], amount: bigint): bigint[] {
  return splitByLargestRemainder(amount, remaining);
}
