import { CalendarYearUnknown } from '@jeongsan/calendar';
import { refuse } from './refusals.js';

/** What a caller is told who asks about a year whose holidays are not known. @throws CALENDAR_YEAR_UNKNOWN */
export function inKnownYears<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (error instanceof CalendarYearUnknown) throw refuse('CALENDAR_YEAR_UNKNOWN', error.message);
    throw error;
  }
}
