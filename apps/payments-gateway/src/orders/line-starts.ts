import type { Calendar } from '@jeongsan/calendar';
import { type LineEvents, type TermsBody, type TrancheDate, trancheDates, waitsFrom } from '@jeongsan/settlement';
import { date, int, manyRows, smallint, text } from '@jeongsan/sql';
import type { PayableOrder } from '../payments/payable-order.js';

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
 * SQL fragment for statements that write start dates, for the row sets of `startSets` and the parameters of
 * `startValues`. A known start may only move to an earlier day: an explicit confirmation before the automatic one.
 */
export const WRITE_STARTS = `
  started as (
    update gateway.order_line l set waits_from = s.waits_from, matures_on = s.matures_on
      from :started.unnest as s(:started.columns)
     where l.order_id = :orderId and l.line_id = s.line_id
  ), waiting as (
    insert into gateway.order_line_tranche (order_id, :waiting.columns)
    select :orderId, t.* from :waiting.unnest as t
    on conflict (order_id, line_id, tranche) do update set matures_on = excluded.matures_on
      where excluded.matures_on < order_line_tranche.matures_on
  )`;

type WaitingTranche = TrancheDate & Pick<LineStart, 'lineId' | 'sellerId'>;

export const startSets = {
  started: manyRows<LineStart>({
    line_id: text(({ lineId }) => lineId),
    waits_from: date((start) => start.waitsFrom),
    matures_on: date(({ tranches }) => tranches.map((t) => t.maturesOn).reduce((a, b) => (a > b ? a : b))),
  }),
  waiting: manyRows<WaitingTranche>({
    line_id: text(({ lineId }) => lineId),
    seller_id: text(({ sellerId }) => sellerId),
    tranche: smallint(({ tranche }) => tranche),
    share: int(({ share }) => share),
    matures_on: date(({ maturesOn }) => maturesOn),
  }),
};

export const startValues = (orderId: string, starts: readonly LineStart[]) => ({
  orderId,
  started: starts,
  waiting: starts.flatMap(({ lineId, sellerId, tranches }) => tranches.map((t) => ({ lineId, sellerId, ...t }))),
});
