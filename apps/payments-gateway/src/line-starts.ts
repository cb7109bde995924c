import type { Calendar } from '@jeongsan/calendar';
import { type LineEvents, type TermsBody, type TrancheDate, trancheDates, waitsFrom } from '@jeongsan/settlement';
import type { PayableOrder } from './payable-order.js';

/** An order line with its frozen terms and the events (paid, delivered, confirmed) recorded for it. */
export type StartableLine = Readonly<{ lineId: string; sellerId: string; terms: TermsBody; events: LineEvents }>;

/** A line whose waiting time has begun: the start, and the dates on which its parts are payable. */
export type LineStart = Readonly<{
  lineId: string;
  sellerId: string;
  waitsFrom: string;
  tranches: readonly TrancheDate[];
}>;

/** The starts of the lines whose start event has happened. Throws CalendarYearUnknown instead of guessing a date. */
export const startsOf = (lines: readonly StartableLine[], calendar: Calendar): LineStart[] =>
  lines.flatMap(({ lineId, sellerId, terms, events }) => {
    const start = waitsFrom(terms, events);
    if (start === null) return [];
    return [{ lineId, sellerId, waitsFrom: start, tranches: trancheDates(terms, start, calendar) }];
  });

/** The lines of an order as of the payment: no delivery and no confirmation is known yet. */
export const whenPaid = (order: PayableOrder, paidAt: Date): StartableLine[] =>
  order.lines.map((line) => ({
    ...line,
    events: { paidAt, deliveredAt: null, autoConfirmsAt: null, confirmedAt: null },
  }));

/**
 * SQL fragments for statements that write start dates, with `startColumns` as the first parameters. A known start may
 * only move to an earlier day: an explicit confirmation before the automatic one.
 */
export const WRITE_STARTS = `
  started as (
    update gateway.order_line l set waits_from = s.waits_from, matures_on = s.matures_on
      from unnest($2::text[], $3::date[], $4::date[]) as s(line_id, waits_from, matures_on)
     where l.order_id = $1 and l.line_id = s.line_id
  ), waiting as (
    insert into gateway.order_line_tranche (order_id, line_id, seller_id, tranche, share, matures_on)
    select $1, t.* from unnest($5::text[], $6::text[], $7::smallint[], $8::int[], $9::date[]) as t
    on conflict (order_id, line_id, tranche) do update set matures_on = excluded.matures_on
      where excluded.matures_on < order_line_tranche.matures_on
  )`;

/** The first nine parameters of a statement with WRITE_STARTS. */
export function startColumns(orderId: string, starts: readonly LineStart[]): unknown[] {
  const parts = starts.flatMap(({ lineId, sellerId, tranches }) => tranches.map((t) => ({ lineId, sellerId, ...t })));
  return [
    orderId,
    starts.map((s) => s.lineId),
    starts.map((s) => s.waitsFrom),
    starts.map((s) => s.tranches.map((t) => t.maturesOn).reduce((a, b) => (a > b ? a : b))),
    parts.map((p) => p.lineId),
    parts.map((p) => p.sellerId),
    parts.map((p) => p.tranche),
    parts.map((p) => p.share),
    parts.map((p) => p.maturesOn),
  ];
}
