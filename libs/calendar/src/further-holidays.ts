import { z } from 'zod';
import { addDays, DateText } from './dates.js';
import { holidayData } from './holidays.js';

/** The fewest public holidays of a year: 11 by law on other days than Sundays, of which two fell together in 2025. */
const HOLIDAYS_OF_A_YEAR_MIN = 10;

/**
 * Public holidays of whole years after the published ones, by date. A year with fewer than HOLIDAYS_OF_A_YEAR_MIN dates, or
 * one that leaves a gap, is refused: a forgotten holiday would be taken for a business day.
 */
export const FurtherHolidays = z.record(DateText, z.string().min(1).max(100)).superRefine((further, context) => {
  const problem = (message: string) => context.addIssue({ code: 'custom', message });
  const dates = Object.keys(further);
  const known = new Set(holidayData().years);
  for (const year of [...new Set(dates.map((date) => date.slice(0, 4)))].sort()) {
    if (known.has(year)) continue;
    if (!known.has(addDays(`${year}-01-01`, -1).slice(0, 4))) problem(`${year}: the year before is not known`);
    const count = dates.filter((date) => date.startsWith(year)).length;
    if (count < HOLIDAYS_OF_A_YEAR_MIN) problem(`${year}: ${count} holidays are not a whole year's`);
    known.add(year);
  }
});
