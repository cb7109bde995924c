import { paidForLine, type Cancel, type LinePart, type Order } from './market.js';

/** What cancels have left of an order line. */
export type Left = Readonly<{ sellerId: string; won: bigint; units: number }>;

/** What is left of an order: line id to its rest, in file order. At first, the amounts that the buyer paid. */
export type Remaining = Map<string, Left>;

export const nothingCanceled = (order: Pick<Order, 'lines'>): Remaining =>
  new Map(
    order.lines.map((line) => [line.lineId, { sellerId: line.sellerId, won: paidForLine(line), units: line.quantity }]),
  );

type Asked = Pick<Cancel, 'amount' | 'lineId' | 'quantity' | 'allocatedTo'>;

/**
 * Subtracts a cancel from what is left. Returns the reason, and subtracts nothing, when the cancel exceeds it or names an
 * unknown line.
 */
export function takeCancel(remaining: Remaining, cancel: Asked): string | undefined {
  const { lineId, quantity } = cancel;
  const lines = lineId === undefined ? [...remaining.values()] : [remaining.get(lineId)];
  const [line] = lines;
  if (line === undefined) return `the order has no line ${lineId}`;
  const left = lines.reduce((sum, one) => sum + (one?.won ?? 0n), 0n);
  if (left === 0n) return 'nothing remains to be canceled';
  if (quantity !== undefined && quantity > line.units) {
    return `${quantity} is more than the ${line.units} units that remain`;
  }
  const amount = cancel.amount ?? (quantity === undefined ? left : priceOfUnits(line, quantity));
  if (amount > left) return `${amount} is more than the ${left} that remain`;
  if (amount === 0n) return 'the units come to nothing';
  if (lineId !== undefined) takeFrom(remaining, { lineId, amount }, quantity);
  else if (cancel.allocatedTo === undefined) {
    for (const part of assumedParts(remaining, amount)) takeFrom(remaining, part);
  } else {
    const misfit = misfitOf(remaining, cancel.allocatedTo, amount);
    if (misfit !== undefined) return misfit;
    for (const part of cancel.allocatedTo) takeFrom(remaining, part);
  }
  return undefined;
}

function takeFrom(remaining: Remaining, { lineId, amount }: LinePart, units = 0): void {
  const line = remaining.get(lineId);
  if (line === undefined) return;
  const won = line.won - amount;
  // The last won of a line gives all of its units; other cancels by amount are reductions of the price.
  remaining.set(lineId, { ...line, won, units: won === 0n ? 0 : line.units - units });
}

/** Won that units of a line give back: what remains of the line, divided over its units with the odd won in the first ones. */
function priceOfUnits({ won, units }: Left, quantity: number): bigint {
  const [all, asked] = [BigInt(units), BigInt(quantity)];
  const odd = won % all;
  return (won / all) * asked + (asked < odd ? asked : odd);
}

/** Why an operator cannot allocate a cancel to these lines; undefined: the operator can. */
function misfitOf(remaining: Remaining, parts: readonly LinePart[], amount: bigint): string | undefined {
  const open = [...remaining.values()].filter(({ won }) => won > 0n);
  const all = open.reduce((sum, { won }) => sum + won, 0n);
  if (open.length < 2 || amount === all) return 'the lines of this cancel need no person';
  for (const { lineId, amount: part } of parts) {
    const won = remaining.get(lineId)?.won ?? 0n;
    if (part > won) return `${part} is more than the ${won} that remain of line ${lineId}`;
  }
  const sum = parts.reduce((total, part) => total + part.amount, 0n);
  return sum === amount ? undefined : `the lines add up to ${sum}, not to ${amount}`;
}

/**
 * What a cancel that names no lines takes from each line, by docs/decisions/0042: whole lines if the amount is exactly what remains
 * of one line, of one seller's lines or of two lines, or of all but these, in this order; else every line gives in proportion.
 */
export function assumedParts(remaining: Remaining, amount: bigint): LinePart[] {
  const open = [...remaining].map(([lineId, left]) => ({ lineId, ...left })).filter(({ won }) => won > 0n);
  const total = sumOf(open);
  const sellers = [...new Set(open.map(({ sellerId }) => sellerId))];
  const sets = [
    ...open.map((line) => [line]),
    ...sellers.map((sellerId) => open.filter((line) => line.sellerId === sellerId)),
    ...open.flatMap((one, index) => open.slice(index + 1).map((other) => [one, other])),
  ];
  const taken = sets.find((set) => sumOf(set) === amount);
  const kept = sets.find((set) => sumOf(set) === total - amount);
  const whole = taken ?? (kept && open.filter((line) => !kept.includes(line)));
  if (whole !== undefined) return whole.map(({ lineId, won }) => ({ lineId, amount: won }));
  const shares = splitByLargestRemainder(
    amount,
    open.map(({ won }) => won),
  );
  return open.map(({ lineId }, index) => ({ lineId, amount: shares[index] ?? 0n }));
}

/** Splits won by weights: shares rounded down, the odd won one each to the largest remainders, the earlier first. */
export function splitByLargestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / total);
  const remainders = weights.map((weight, index) => ({ index, rest: (amount * weight) % total }));
  const leftOver = parseInt(String(amount - shares.reduce((sum, share) => sum + share, 0n)), 10);
  const favoured = remainders.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of favoured.slice(0, leftOver)) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}

const sumOf = (lines: readonly Pick<Left, 'won'>[]): bigint => lines.reduce((sum, { won }) => sum + won, 0n);
