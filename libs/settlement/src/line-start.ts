import { type Calendar, type DateText, maturityDate, startDate } from '@jeongsan/calendar';
import type { StartEvent, TermsBody } from './terms.js';

/** What happened to an order line, as far as it is known. */
export type LineEvents = Readonly<{
  paidAt: Date | null;
  deliveredAt: Date | null;
  /** When a buyer who says nothing has confirmed; known with the delivery. */
  autoConfirmsAt: Date | null;
  /** The buyer's own word. */
  confirmedAt: Date | null;
}>;

/** A part of a line's net and the day on which it is payable. `share` is in 1/100,000. */
export type TrancheDate = Readonly<{ tranche: number; share: number; maturesOn: DateText }>;

/** When a buyer who says nothing has confirmed: the same time of day, that many days after the delivery. */
export const autoConfirmation = (deliveredAt: Date, { autoConfirmDays }: Pick<TermsBody, 'autoConfirmDays'>): Date =>
  new Date(deliveredAt.getTime() + autoConfirmDays * DAY_MS);

/**
 * The business date a line's waiting counts from, null while its start event has not happened. Whatever the order in which the
 * events become known, it is the same: of the buyer's word and the automatic confirmation the earlier counts.
 */
export function waitsFrom(terms: Pick<TermsBody, 'startEvent' | 'cutoff'>, events: LineEvents): DateText | null {
  const at = startOf[terms.startEvent](events);
  return at === null ? null : startDate(at, terms.cutoff);
}

/** When each part of a line is payable if its waiting counts from `start`. Throws CalendarYearUnknown rather than guess. */
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
