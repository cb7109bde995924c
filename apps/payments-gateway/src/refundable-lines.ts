import type { Executor } from '@jeongsan/database';
import { proportionOf } from '@jeongsan/money';
import { reversedSoFar, type LineComponents } from '@jeongsan/settlement';

/** An order line with what was given back of it so far, and what one cancel in question takes. */
export type RefundableLine = LineComponents &
  Readonly<{
    lineId: string;
    sellerId: string;
    taxFree: bigint;
    /** Given back by cancels that are done. */
    canceled: bigint;
    /** What the cancel in question was asked to take from this line. */
    asked: bigint;
  }>;

const LINES = `
  select l.line_id as "lineId", l.seller_id as "sellerId", l.paid, l.promotion, l.commission, l.commission_vat as "commissionVat",
         l.net, l.tax_free as "taxFree",
         coalesce(sum(cl.paid) filter (where c.state = 'done'), 0)::bigint as canceled,
         coalesce(sum(cl.paid) filter (where c.id = $2), 0)::bigint as asked
    from gateway.order_line l
    left join gateway.cancel_line cl on cl.order_id = l.order_id and cl.line_id = l.line_id
    left join gateway.cancel c on c.id = cl.cancel_id
   where l.order_id = $1
   group by l.order_id, l.line_id order by l.position`;

/** The lines of a paid order in their order. Hold the payment's lock: only under it do they stand still. */
export const readRefundableLines = (tx: Executor, orderId: string, cancelId?: string): Promise<RefundableLine[]> =>
  tx.query<RefundableLine[]>(LINES, [orderId, cancelId ?? null]);

export const remainingOf = (line: RefundableLine): bigint => line.paid - line.canceled;

/** What giving `amount` back takes from every component of a line, its tax-free part included. */
export function reverseLine(line: RefundableLine, amount: bigint): ReversedComponents {
  const before = reversedUntil(line, line.canceled);
  const after = reversedUntil(line, line.canceled + amount);
  return {
    paid: amount,
    promotion: after.promotion - before.promotion,
    commission: after.commission - before.commission,
    commissionVat: after.commissionVat - before.commissionVat,
    net: after.net - before.net,
    taxFree: after.taxFree - before.taxFree,
  };
}

export type ReversedComponents = LineComponents & Readonly<{ taxFree: bigint }>;

/** What is reversed once `canceled` won were given back, in total: so the order of partial cancels does not matter. */
function reversedUntil(line: RefundableLine, canceled: bigint): ReversedComponents {
  const taxFree = proportionOf(line.taxFree, canceled, line.paid);
  const share = reversedSoFar(line, canceled);
  // Of the last won or two the rounded-down commission would keep more than there is, and the seller would give back more than
  // the line ever earned it: then that much more of the commission returns, and of its VAT.
  const excess = 0n;
  const kept = line.commission - share.commission;
  const ofCommission = excess < kept ? excess : kept;
  return {
    ...share,
    commission: share.commission + ofCommission,
    commissionVat: share.commissionVat + excess - ofCommission,
    net: share.net - excess,
    taxFree,
  };
}
