import { paidForLine, type Cancel, type Order } from './market.js';

/** The remaining amounts of an order: line id to won, in file order. At first, the amounts that the buyer paid. */
export type Remaining = Map<string, bigint>;

export const nothingCanceled = (order: Pick<Order, 'lines'>): Remaining =>
  new Map(order.lines.map((line) => [line.lineId, paidForLine(line)]));

/**
 * Subtracts a cancel from the remaining amounts. Returns the reason, and subtracts nothing, when the cancel exceeds them or
 * names an unknown line.
 */
export function takeCancel(remaining: Remaining, cancel: Pick<Cancel, 'amount' | 'lineId'>): string | undefined {
  const left = cancel.lineId === undefined ? sum(remaining.values()) : remaining.get(cancel.lineId);
  if (left === undefined) return `the order has no line ${cancel.lineId}`;
  if (left === 0n) return 'nothing remains to be canceled';
  const amount = cancel.amount ?? left;
  if (amount > left) return `${amount} is more than the ${left} that remain`;
  if (cancel.lineId !== undefined) {
    remaining.set(cancel.lineId, left - amount);
    return undefined;
  }
  const lineIds = [...remaining.keys()];
  const weights = [...remaining.values()];
  splitByLargestRemainder(amount, weights).forEach((share, index) => {
    remaining.set(lineIds[index] ?? '', (weights[index] ?? 0n) - share);
  });
  return undefined;
}

/** Splits won by weights: shares rounded down, the odd won one each to the largest remainders, the earlier first. */
export function splitByLargestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = sum(weights);
  if (total === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / total);
  const remainders = weights.map((weight, index) => ({ index, rest: (amount * weight) % total }));
  const leftOver = parseInt(String(amount - sum(shares)), 10);
  const favoured = remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of favoured.slice(0, leftOver)) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}

function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
