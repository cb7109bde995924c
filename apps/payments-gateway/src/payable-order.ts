import { maturityDate, type Calendar, type DatePolicy, type Lag } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';

/** An order line as it was frozen, with what decides when its money is payable. */
export type PayableLine = Readonly<{
  lineId: string;
  sellerId: string;
  paid: bigint;
  promotion: bigint;
  commission: bigint;
  commissionVat: bigint;
  lagDays: number;
  lagUnit: Lag['unit'];
  datePolicy: DatePolicy;
}>;
export type PayableOrder = Readonly<{ orderId: string; total: bigint; lines: readonly PayableLine[] }>;

const LINES = `
  select o.total, l.line_id as "lineId", l.seller_id as "sellerId", l.paid, l.promotion, l.commission,
         l.commission_vat as "commissionVat", t.lag_days as "lagDays", t.lag_unit as "lagUnit", t.date_policy as "datePolicy"
    from gateway.orders o
    join gateway.order_line l on l.order_id = o.order_id
    left join payouts.seller_terms t on t.seller_id = l.seller_id and t.effective_from = l.terms_from
   where o.order_id = $1 order by l.position`;

/** What an approval books. Frozen with the order, so it may be read before any lock is taken. */
export async function readPayableOrder(db: Executor, orderId: string): Promise<PayableOrder | undefined> {
  const lines = await db.query<(PayableLine & { total: bigint; lagDays: number | null })[]>(LINES, [orderId]);
  const [first] = lines;
  if (!first) return undefined;
  const orphan = lines.find((line) => line.lagDays === null);
  if (orphan) throw new Error(`The terms behind line ${orphan.lineId} of order ${orderId} are gone`);
  return { orderId, total: first.total, lines };
}

/** When each line's money is payable if it is paid on `date`. Throws CalendarYearUnknown rather than guess. */
export const maturityDates = (order: PayableOrder, date: string, calendar: Calendar): string[] =>
  order.lines.map(({ lagDays, lagUnit, datePolicy }) =>
    maturityDate(date, { days: lagDays, unit: lagUnit }, datePolicy, calendar),
  );
