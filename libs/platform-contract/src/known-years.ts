import { CalendarYearUnknown } from '@jeongsan/calendar';
import { refuse } from './refusals.js';

/**
 * Runs `decide`, and turns CalendarYearUnknown into the refusal CALENDAR_YEAR_UNKNOWN.
 * @throws Refusal CALENDAR_YEAR_UNKNOWN when a date is in a year without known public holidays.
 */
export function inKnownYears<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (error instanceof CalendarYearUnknown) throw refuse('CALENDAR_YEAR_UNKNOWN', error.message);
    throw error;
  }
}
