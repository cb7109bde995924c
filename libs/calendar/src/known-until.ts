import { type DateText, daysBetween } from './dates.js';
import { holidayData } from './holidays.js';

/**
 * Days that decided dates reach into the future: a payout may be scheduled one year ahead (document 2 section 4), and the
 * holidays of a year should be entered some weeks before they are needed.
 */
export const HORIZON_DAYS_MIN = 400;

/** The last day of the years whose holidays are known. */
export const holidaysKnownUntil = (): DateText => `${[...holidayData().years].sort().at(-1)}-12-31`;

/** Days from `today` to the last day with known holidays. */
export const holidayHorizonDays = (today: DateText): number => daysBetween(today, holidaysKnownUntil());
