import { splitByLargestRemainder } from '@jeongsan/money';

/** An order line as a cancel finds it: its seller, and the won that earlier cancels have left. */
export type OpenLine = Readonly<{ sellerId: string; remaining: bigint }>;

/**
 * The part of each line in a cancel that names no lines (docs/decisions/0042). If the amount is exactly what remains of some
 * lines, the cancel takes these lines whole. Tried in this order, earliest lines first: one line, all lines of one seller, two
 * lines; then the same for the lines that are left: all but one line, all but one seller's, all but two. Otherwise every line
 * gives in proportion to what remains of it (largest remainder, ties to the earlier line).
 */
export function assumedParts(lines: readonly OpenLine[], amount: bigint): bigint[] {
  const remaining = lines.map((line) => line.remaining);
  const balance = total(remaining);
  if (amount === 0n || amount === balance) return remaining.map((rest) => (amount === 0n ? 0n : rest));
  const taken = setOf(lines, amount);
  if (taken) return remaining.map((rest, index) => (taken.has(index) ? rest : 0n));
  const left = setOf(lines, balance - amount);
  if (left) return remaining.map((rest, index) => (left.has(index) ? 0n : rest));
  return splitByLargestRemainder(amount, remaining);
}

/** Whether a cancel of `amount` that names no lines could be of other lines than assumed: only then must a person look. */
export const isAmbiguous = (lines: readonly OpenLine[], amount: bigint): boolean =>
  amount > 0n && amount < total(lines.map((line) => line.remaining)) && openIndexes(lines).length > 1;

/** The positions of lines that together have exactly `amount` left: one line, all lines of one seller, or two lines. */
function setOf(lines: readonly OpenLine[], amount: bigint): ReadonlySet<number> | undefined {
  const open = openIndexes(lines);
  const remainingAt = (index: number): bigint => lines[index]?.remaining ?? 0n;
  const single = open.find((index) => remainingAt(index) === amount);
  if (single !== undefined) return new Set([single]);
  const sellers = new Set(open.flatMap((index) => lines[index]?.sellerId ?? []));
  for (const sellerId of sellers) {
    const own = open.filter((index) => lines[index]?.sellerId === sellerId);
    if (total(own.map(remainingAt)) === amount) return new Set(own);
  }
  for (const first of open) {
    const second = open.find((index) => index > first && remainingAt(first) + remainingAt(index) === amount);
    if (second !== undefined) return new Set([first, second]);
  }
  return undefined;
}

const openIndexes = (lines: readonly OpenLine[]): number[] =>
  lines.flatMap(({ remaining }, index) => (remaining > 0n ? [index] : []));

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
