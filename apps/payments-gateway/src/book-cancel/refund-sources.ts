import type { CancelLine } from '../cancel-lines.js';

/**
 * Where each seller's part of a cancel comes from. A line that has not matured gives it from what is pending; a matured one from
 * the seller's payable money as far as that goes, and the rest becomes the seller's debt. `payable` is what each seller has.
 */
export function refundSources(
  lines: readonly CancelLine[],
  matured: ReadonlySet<string>,
  payable: ReadonlyMap<string, bigint>,
): CancelLine[] {
  const left = new Map(payable);
  return lines.map((line) => {
    if (!matured.has(line.lineId)) return line;
    const available = left.get(line.sellerId) ?? 0n;
    // The odd won of rounding can make a tiny cancel owe the seller a won: then it is given, to where the line's money went.
    const fromPayable = line.net < available ? line.net : available;
    left.set(line.sellerId, available - fromPayable);
    return { ...line, fromPayable, toDebt: line.net - fromPayable };
  });
}
