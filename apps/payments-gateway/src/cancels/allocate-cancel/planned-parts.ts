import { refuse } from '@jeongsan/platform-contract';
import { remainingOf, type RefundableLine } from '../refundable-lines.js';

type NamedPart = Readonly<{ lineId: string; amount: bigint }>;

/**
 * The amount of each line in a cancel of `amount`, as a person names them. A line can give what remains of it and what
 * this cancel took from it before. @throws CANCEL_LINES_INVALID
 */
export function plannedParts(
  lines: readonly RefundableLine[],
  named: readonly NamedPart[],
  amount: bigint,
): readonly bigint[] {
  const wanted = new Map(named.map((part) => [part.lineId, part.amount]));
  if (wanted.size !== named.length) throw refuse('CANCEL_LINES_INVALID', 'A line is named twice');
  const known = new Set(lines.map((line) => line.lineId));
  for (const { lineId } of named) {
    if (!known.has(lineId)) throw refuse('CANCEL_LINES_INVALID', `The order has no line ${lineId}`, { lineId });
  }
  const parts = lines.map((line) => {
    const part = wanted.get(line.lineId) ?? 0n;
    const left = remainingOf(line) + line.asked;
    if (part <= left) return part;
    const detail = `Line ${line.lineId} has ${left} won that this cancel can take, less than ${part}`;
    throw refuse('CANCEL_LINES_INVALID', detail, { lineId: line.lineId });
  });
  const sum = parts.reduce((total, part) => total + part, 0n);
  if (sum === amount) return parts;
  throw refuse('CANCEL_LINES_INVALID', `The lines add up to ${sum}, but the cancel is of ${amount}`);
}
