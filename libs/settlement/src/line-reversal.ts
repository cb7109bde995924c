import { proportionOf } from '@jeongsan/money';
import { chargeNames, componentNames, lineKeys, type LineComponents, netOf, NO_AMOUNTS } from './line-amounts.js';

const NOTHING: LineComponents = { ...NO_AMOUNTS, net: 0n };

/**
 * The components reversed after `canceled` won of the line's paid amount were given back in total. Computed from the total and
 * not per cancel: partial cancels in any order give the same sum, and a full cancel reverses everything.
 */
export function reversedSoFar(line: LineComponents, canceled: bigint): LineComponents {
  // A copy that is written to: as fast as members by name, which an object that grows member by member is not.
  const reversed = { ...NOTHING };
  for (const name of componentNames)
    reversed[name] = name === 'paid' ? canceled : proportionOf(line[name], canceled, line.paid);
  let net = netOf(reversed);
  // Each reversed charge was rounded down, so the reversed net can exceed the line's net by a few won. The excess is taken from
  // the charges: a seller gives back at most the net amount of the line.
  for (const charge of chargeNames) {
    const excess = net > line.net ? net - line.net : 0n;
    const kept = line[charge] - reversed[charge];
    const returned = excess < kept ? excess : kept;
    reversed[charge] += returned;
    net -= returned;
  }
  reversed.net = net;
  return reversed;
}

/** The components that one more cancel of `amount` won reverses, after `alreadyCanceled` won. */
export function reversalOf(line: LineComponents, alreadyCanceled: bigint, amount: bigint): LineComponents {
  const before = reversedSoFar(line, alreadyCanceled);
  const after = reversedSoFar(line, alreadyCanceled + amount);
  const reversal = { ...NOTHING };
  for (const key of lineKeys) reversal[key] = after[key] - before[key];
  return reversal;
}
