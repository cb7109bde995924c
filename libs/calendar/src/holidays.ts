import * as presets from '@hyunbinseo/holidays-kr/all';
import type { DateText } from './dates.js';

/**
 * Public holidays of Korea as published in the official gazette, including substitute holidays, temporary holidays and election
 * days. Labour Day (1 May) is included from 2026, when it became a public holiday. Before 2026 banks rested on that day, but
 * here it is a business day: add an override to compute such dates.
 */
export const publicHolidays: ReadonlyMap<DateText, string> = new Map(
  Object.values(presets).flatMap((year) =>
    Object.entries<readonly string[]>(year).map(([date, names]) => [date, names.join(', ')] as const),
  ),
);

/** The years of the data, `yyyy`. A date in another year is refused, never guessed. */
export const holidayYears: ReadonlySet<string> = new Set(Object.keys(presets).map((name) => name.slice(1)));
