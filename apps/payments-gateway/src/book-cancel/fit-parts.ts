import { splitCancel } from '@jeongsan/settlement';
import { remainingOf, type RefundableLine } from '../refundable-lines.js';

/**
 * What a cancel of `amount` takes from each line: what was asked of the line as far as the line still has it, the rest by what
 * remains of each. Only a cancel that nobody asked us for, or one that another overtook, has a rest.
 */
export function fitParts(lines: readonly RefundableLine[], amount: bigint): bigint[] {
  const kept = lines.map((line) => (line.asked < remainingOf(line) ? line.asked : remainingOf(line)));
  const free = lines.map((line, index) => remainingOf(line) - (kept[index] ?? 0n));
  const rest = splitCancel(free, amount - kept.reduce((sum, part) => sum + part, 0n));
  return kept.map((part, index) => part + (rest[index] ?? 0n));
}
