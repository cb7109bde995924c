import { addDays, type Calendar, cycleDateOn, type DateText } from '@jeongsan/calendar';
import type { Terms } from './terms.js';

/** How far ahead settlement dates are looked for: cycles by month are never further apart, dates by hand may end. */
const HORIZON_DAYS = 400;

/** The version of the terms on a date; `versions` by their effective dates, the earliest first. */
export const termsInForce = <T extends Pick<Terms, 'effectiveFrom'>>(
  versions: readonly T[],
  date: DateText,
): T | undefined => versions.findLast((version) => version.effectiveFrom <= date);

/**
 * The next `count` dates on which a seller's statement closes, `from` itself included, each by the terms in force on it. Fewer where
 * there are no more within some thirteen months. Throws CalendarYearUnknown where the search leaves the known years.
 */
export function settlementDates(
  versions: readonly Pick<Terms, 'effectiveFrom' | 'cycle' | 'datePolicy'>[],
  from: DateText,
  count: number,
  calendar: Calendar,
): DateText[] {
  const dates: DateText[] = [];
  for (let n = 0; n < HORIZON_DAYS && dates.length < count; n += 1) {
    const day = addDays(from, n);
    const terms = termsInForce(versions, day);
    if (terms && cycleDateOn(day, terms.cycle, terms.datePolicy, calendar)) dates.push(day);
  }
  return dates;
}
