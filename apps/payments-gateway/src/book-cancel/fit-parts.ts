import { splitCancel } from '@jeongsan/settlement';
import { remainingOf, type RefundableLine } from '../refundable-lines.js';

/**
 * The part of each line in a cancel of `amount`. Each line gives the amount requested from the line, at most what
 * remains of the line; a rest is split over what remains of all lines. A rest exists only for a cancel made without our
 * request, and for one whose lines another cancel reduced first.
 */
export function fitParts(lines: readonly RefundableLine[], amount: bigint): bigint[] {
  const kept = lines.map((line) => (line.asked < remainingOf(line) ? line.asked : remainingOf(line)));
  const free = lines.map((line, index) => remainingOf(line) - (kept[index] ?? 0n));
  const rest = splitCancel(free, amount - kept.reduce((sum, part) => sum + part, 0n));
  return kept.map((part, index) => part + (rest[index] ?? 0n));
}
