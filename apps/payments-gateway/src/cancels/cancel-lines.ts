import { lineColumns, type LineComponents } from '@jeongsan/settlement';
import { asExcluded, bigints, int, manyRows, statement, text } from '@jeongsan/sql';
import type { EntityManager } from 'typeorm';
import { reverseLine, type RefundableLine, unitsLeftOf, unitsOfPart } from './refundable-lines.js';

/** The part of one line in a cancel: the line's components in reverse, and the sources of the seller's part. */
export type CancelLine = LineComponents &
  Readonly<{
    lineId: string;
    sellerId: string;
    quantity: number;
    taxFree: bigint;
    fromPayable: bigint;
    toDebt: bigint;
  }>;

const cancelColumns = { ...lineColumns, taxFree: 'tax_free', fromPayable: 'from_payable', toDebt: 'to_debt' } as const;

/**
 * The lines of a cancel. `parts` has one amount for each line of the order; lines with zero are left out. `units` has the
 * units that the request names for each line.
 */
export function linesOfCancel(
  lines: readonly RefundableLine[],
  parts: readonly bigint[],
  units: readonly number[] = lines.map(unitsAsked),
): CancelLine[] {
  return lines.flatMap((line, index) => {
    const part = parts[index] ?? 0n;
    if (part === 0n) return [];
    const { lineId, sellerId } = line;
    const quantity = units[index] || unitsOfPart(line, part);
    return [{ lineId, sellerId, quantity, ...reverseLine(line, part), fromPayable: 0n, toDebt: 0n }];
  });
}

/** The units that the request of this cancel named, as far as other cancels have left them. */
const unitsAsked = (line: RefundableLine): number => Math.min(line.askedQuantity, unitsLeftOf(line));

const line = manyRows<CancelLine>({
  line_id: text(({ lineId }) => lineId),
  seller_id: text(({ sellerId }) => sellerId),
  quantity: int(({ quantity }) => quantity),
  ...bigints(cancelColumns, (canceled: CancelLine) => canceled),
});

const WRITE = statement(
  `with gone as (delete from gateway.cancel_line where cancel_id = :cancelId and line_id <> all(:lineIds::text[]))
   insert into gateway.cancel_line (cancel_id, order_id, :line.columns)
   select :cancelId, :orderId, line.* from :line.unnest as line
   on conflict (cancel_id, line_id) do update set quantity = excluded.quantity, ${asExcluded(cancelColumns)}`,
  { line },
);

/**
 * Replaces the lines of a cancel. Called with the lines computed at the request, and again with the lines that were
 * booked.
 */
export async function writeCancelLines(
  tx: EntityManager,
  orderId: string,
  cancelId: string,
  lines: readonly CancelLine[],
): Promise<void> {
  await WRITE.rows(tx, { cancelId, orderId, lineIds: lines.map(({ lineId }) => lineId), line: lines });
}
