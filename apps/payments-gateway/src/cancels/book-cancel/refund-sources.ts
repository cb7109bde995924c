import type { CancelLine } from '../cancel-lines.js';

/**
 * Where each seller's part of a cancel comes from: first the line's pending money (`pending`, by line id), then the
 * seller's payable money (`payable`, by seller id) as far as it goes; the rest becomes the seller's debt. For lines that
 * give money: a negative part is returnSources' business.
 */
export function refundSources(
  lines: readonly CancelLine[],
  pending: ReadonlyMap<string, bigint>,
  payable: ReadonlyMap<string, bigint>,
): CancelLine[] {
  const left = new Map(payable);
  return lines.map((line) => {
    const waiting = pending.get(line.lineId) ?? 0n;
    const fromPending = waiting > 0n ? lesser(line.net, waiting) : 0n;
    const beyond = line.net - fromPending;
    const available = left.get(line.sellerId) ?? 0n;
    const fromPayable = lesser(beyond, available);
    left.set(line.sellerId, available - fromPayable);
    return { ...line, fromPayable, toDebt: beyond - fromPayable };
  });
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);
