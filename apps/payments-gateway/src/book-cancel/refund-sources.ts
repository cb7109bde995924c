import type { CancelLine } from '../cancel-lines.js';

/**
 * Where each seller's part of a cancel comes from: first the line's pending money (`pending`, by line id), then the
 * seller's payable money (`payable`, by seller id) as far as it goes; the rest becomes the seller's debt.
 */
export function refundSources(
  lines: readonly CancelLine[],
  pending: ReadonlyMap<string, bigint>,
  payable: ReadonlyMap<string, bigint>,
): CancelLine[] {
  const left = new Map(payable);
  return lines.map((line) => {
    const waiting = pending.get(line.lineId) ?? 0n;
    // Rounding can make a tiny cancel owe the seller one won (a negative part). That won goes where the line's money
    // is: pending while the line has pending money, otherwise payable.
    const fromPending = waiting > 0n ? lesser(line.net, waiting) : 0n;
    const beyond = line.net - fromPending;
    const available = left.get(line.sellerId) ?? 0n;
    const fromPayable = lesser(beyond, available);
    left.set(line.sellerId, available - fromPayable);
    return { ...line, fromPayable, toDebt: beyond - fromPayable };
  });
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
