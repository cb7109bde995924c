import { type Calendar, type DateText, maturityDate, startDate } from '@jeongsan/calendar';
import type { StartEvent, TermsBody } from './terms.js';

/** The known events of an order line. */
export type LineEvents = Readonly<{
  paidAt: Date | null;
  deliveredAt: Date | null;
  /** When the purchase is confirmed automatically; null until delivery. */
  autoConfirmsAt: Date | null;
  /** When the buyer confirmed the purchase. */
  confirmedAt: Date | null;
}>;

/** A part of a line's net amount and the date on which the part is payable. `share` is in 1/100,000. */
export type TrancheDate = Readonly<{ tranche: number; share: number; maturesOn: DateText }>;

/**
 * When the purchase counts as confirmed without an act of the buyer: `autoConfirmDays` days after the delivery, at the same
 * time of day.
 */
export const autoConfirmation = (deliveredAt: Date, { autoConfirmDays }: Pick<TermsBody, 'autoConfirmDays'>): Date =>
  new Date(deliveredAt.getTime() + autoConfirmDays * DAY_MS);

/**
 * The business date from which a line's waiting time counts; null: its start event has not happened. Does not depend on the
 * order in which events arrive: of the buyer's and the automatic confirmation, the earlier counts.
 */
export function waitsFrom(terms: Pick<TermsBody, 'startEvent' | 'cutoff'>, events: LineEvents): DateText | null {
  const at = startOf[terms.startEvent](events);
  return at === null ? null : startDate(at, terms.cutoff);
}

/**
 * The date on which each tranche of a line is payable, counted from `start`. Throws CalendarYearUnknown when a date is in a
 * year without known holidays.
 */
export const trancheDates = (
  { tranches, datePolicy }: Pick<TermsBody, 'tranches' | 'datePolicy'>,
  start: DateText,
  calendar: Calendar,
): TrancheDate[] =>
  tranches.map((lag, index) => ({
    tranche: index + 1,
    share: lag.share,
    maturesOn: maturityDate(start, lag, datePolicy, calendar),
  }));

const DAY_MS = 86_400_000;

const startOf = {
  PAID: ({ paidAt }) => paidAt,
  DELIVERED: ({ deliveredAt }) => deliveredAt,
  CONFIRMED: ({ confirmedAt, autoConfirmsAt }) => earlier(confirmedAt, autoConfirmsAt),
} satisfies Record<StartEvent, (events: LineEvents) => Date | null>;

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
