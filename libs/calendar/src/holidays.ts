import * as presets from '@hyunbinseo/holidays-kr/all';
import type { DateText } from './dates.js';

/**
 * Public holidays of Korea as published in the official gazette, substitute and temporary holidays and election days
 * included. Labour Day (1 May) is in the data from 2026, when it became a public holiday; before that it is a business
 * day here, although banks rested: an operator who must look back adds it as an override.
 */
export const publicHolidays: ReadonlyMap<DateText, string> = new Map(
  Object.values(presets).flatMap((year) =>
    Object.entries<readonly string[]>(year).map(([date, names]) => [date, names.join(', ')] as const),
  ),
);

/** The years the data covers, `yyyy`. A year that is not here is refused, never guessed. */
export const holidayYears: ReadonlySet<string> = new Set(Object.keys(presets).map((name) => name.slice(1)));
