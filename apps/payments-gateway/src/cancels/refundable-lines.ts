import type { Executor } from '@jeongsan/database';
import { proportionOf } from '@jeongsan/money';
import { lineColumns, type LineComponents, type OpenLine, reversalOf } from '@jeongsan/settlement';
import { selected } from '@jeongsan/sql';

/** An order line with the amounts given back so far, and the amount that one cancel takes from it. */
export type RefundableLine = LineComponents &
  Readonly<{
    lineId: string;
    sellerId: string;
    taxFree: bigint;
    /** The units of the line. */
    quantity: number;
    /** The units that booked cancels gave back, without the cancel in question. */
    canceledQuantity: number;
    /** The units that the cancel in question takes, its corrections included; 0: no whole units of this line. */
    askedQuantity: number;
    /** The sum that booked cancels gave back, without the cancel in question. */
    canceled: bigint;
    /** The amount that the cancel in question takes from this line, its corrections included. */
    asked: bigint;
  }>;

const LINES = `
  select l.line_id as "lineId", l.seller_id as "sellerId", ${selected(lineColumns, 'l')}, l.tax_free as "taxFree", l.quantity,
         coalesce(sum(cl.quantity) filter (where c.state = 'done' and ($2 in (c.id, c.corrects)) is not true), 0)::int as "canceledQuantity",
         coalesce(sum(cl.quantity) filter (where $2 in (c.id, c.corrects)), 0)::int as "askedQuantity",
         coalesce(sum(cl.paid) filter (where c.state = 'done' and ($2 in (c.id, c.corrects)) is not true), 0)::bigint as canceled,
         coalesce(sum(cl.paid) filter (where $2 in (c.id, c.corrects)), 0)::bigint as asked
    from gateway.order_line l
    left join gateway.cancel_line cl on cl.order_id = l.order_id and cl.line_id = l.line_id
    left join gateway.cancel c on c.id = cl.cancel_id
   where l.order_id = $1
   group by l.order_id, l.line_id order by l.position`;

/** The lines of a paid order, sorted as in the order. Hold the payment's lock: without it the amounts may change. */
export const readRefundableLines = (tx: Executor, orderId: string, cancelId?: string): Promise<RefundableLine[]> =>
  tx.query<RefundableLine[]>(LINES, [orderId, cancelId ?? null]);

/** The lines with what remains of each, as the rule for cancels without lines reads them. */
export const linesLeft = (lines: readonly RefundableLine[]): OpenLine[] =>
  lines.map((line) => ({ sellerId: line.sellerId, remaining: remainingOf(line) }));

export const remainingOf = (line: RefundableLine): bigint => line.paid - line.canceled;
export const unitsLeftOf = (line: RefundableLine): number => line.quantity - line.canceledQuantity;

/**
 * Won that `units` of a line give back: what remains of the line, divided over the remaining units with the odd won in the
 * first ones. Units canceled one by one, or in any groups, give the same sum, and the last unit takes all that is left: 10,000
 * won for 3 units are 3,334, then 3,333, then 3,333.
 */
export function priceOfUnits(line: RefundableLine, units: number): bigint {
  const left = BigInt(unitsLeftOf(line));
  const [each, odd] = [remainingOf(line) / left, remainingOf(line) % left];
  const asked = BigInt(units);
  return each * asked + (asked < odd ? asked : odd);
}

/**
 * The units that a part of a line gives back when the request names none: all that are left with the last won of the line,
 * otherwise none, since the part is a reduction of the price. A negative part that undoes every cancel brings all units back.
 */
export function unitsOfPart(line: RefundableLine, part: bigint): number {
  if (part > 0n && part === remainingOf(line)) return unitsLeftOf(line);
  return part < 0n && line.canceled + part === 0n ? -line.canceledQuantity : 0;
}

/** The amounts by which giving `amount` back reduces each component of a line, its tax-free part included. */
export function reverseLine(line: RefundableLine, amount: bigint): ReversedComponents {
  const taxFreeUntil = (canceled: bigint) => proportionOf(line.taxFree, canceled, line.paid);
  return {
    ...reversalOf(line, line.canceled, amount),
    taxFree: taxFreeUntil(line.canceled + amount) - taxFreeUntil(line.canceled),
  };
}

export type ReversedComponents = LineComponents & Readonly<{ taxFree: bigint }>;
