import { addDays, type Calendar, cycleDateOn, type DateText } from '@jeongsan/calendar';
import type { Terms } from './terms.js';

/**
 * How far ahead settlement dates are searched: dates of a monthly cycle are closer than that, and a list of manual dates may
 * have ended.
 */
const HORIZON_DAYS = 400;

/** The version of the terms in force on a date; undefined: none. `versions` must be sorted by effective date, ascending. */
export const termsInForce = <T extends Pick<Terms, 'effectiveFrom'>>(
  versions: readonly T[],
  date: DateText,
): T | undefined => versions.findLast((version) => version.effectiveFrom <= date);

/**
 * The next `count` dates on which a seller's statement closes, `from` included, each by the terms in force on that date. Fewer
 * when HORIZON_DAYS has fewer. Throws CalendarYearUnknown when the search reaches a year without known holidays.
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
