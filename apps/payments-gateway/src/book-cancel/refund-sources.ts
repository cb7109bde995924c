import type { CancelLine } from '../cancel-lines.js';

/**
 * Where each seller's part of a cancel comes from: first from what of the line still waits, then from the seller's payable money as
 * far as that goes, and the rest becomes the seller's debt. `pending` is what waits of each line, `payable` what each seller has.
 */
export function refundSources(
  lines: readonly CancelLine[],
  pending: ReadonlyMap<string, bigint>,
  payable: ReadonlyMap<string, bigint>,
): CancelLine[] {
  const left = new Map(payable);
  return lines.map((line) => {
    const waiting = pending.get(line.lineId) ?? 0n;
    // The odd won of rounding can make a tiny cancel owe the seller a won: then it is given, to where the line's money is.
    const fromPending = waiting > 0n ? lesser(line.net, waiting) : 0n;
    const beyond = line.net - fromPending;
    const available = left.get(line.sellerId) ?? 0n;
    const fromPayable = lesser(beyond, available);
    left.set(line.sellerId, available - fromPayable);
    return { ...line, fromPayable, toDebt: beyond - fromPayable };
  });
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
