import { assumedParts, isAmbiguous } from '@jeongsan/settlement';
import { linesLeft, remainingOf, type RefundableLine } from '../refundable-lines.js';

/** The part of each line in a cancel; `isAssumed`: a part could be of other lines than the rule says. */
export type FittedParts = Readonly<{ parts: readonly bigint[]; isAssumed: boolean }>;

/**
 * The part of each line in a cancel of `amount`. Each line gives the amount requested from the line, at most what
 * remains of the line; the rest is allocated by the rule for cancels that name no lines. A rest exists only for a cancel
 * made without our request, and for one whose lines another cancel reduced first.
 */
export function fitParts(lines: readonly RefundableLine[], amount: bigint): FittedParts {
  const kept = lines.map((line) => (line.asked < remainingOf(line) ? line.asked : remainingOf(line)));
  const free = linesLeft(lines).map((line, index) => ({ ...line, remaining: line.remaining - (kept[index] ?? 0n) }));
  const rest = amount - kept.reduce((sum, part) => sum + part, 0n);
  const parts = assumedParts(free, rest).map((part, index) => part + (kept[index] ?? 0n));
  return { parts, isAssumed: isAmbiguous(free, rest) };
}
