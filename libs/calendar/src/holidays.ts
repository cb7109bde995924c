import * as presets from '@hyunbinseo/holidays-kr/all';
import type { DateText } from './dates.js';

/** The public holidays of the known years. A date in another year is refused, never guessed. */
export type HolidayData = Readonly<{ years: ReadonlySet<string>; holidays: ReadonlyMap<DateText, string> }>;

/**
 * Public holidays of Korea as published in the official gazette, including substitute holidays, temporary holidays and election
 * days. Labour Day (1 May) is included from 2026, when it became a public holiday. Before 2026 banks rested on that day, but
 * here it is a business day: add an override to compute such dates.
 */
const published: HolidayData = {
  years: new Set(Object.keys(presets).map((name) => name.slice(1))),
  holidays: new Map(
    Object.values(presets).flatMap((year) =>
      Object.entries<readonly string[]>(year).map(([date, names]) => [date, names.join(', ')] as const),
    ),
  ),
};

let data = published;

/** The holidays that calendars created from now on know. */
export const holidayData = (): HolidayData => data;

/**
 * Adds whole years to the published ones, for this process: calendars created afterwards know the years. A year that is
 * published, too, is ignored, so that a setting may outlive an update of the published data.
 */
export function knowFurtherHolidays(further: Readonly<Record<DateText, string>>): void {
  const added = Object.entries(further).filter(([date]) => !published.years.has(date.slice(0, 4)));
  data = {
    years: new Set([...published.years, ...added.map(([date]) => date.slice(0, 4))]),
    holidays: new Map([...published.holidays, ...added]),
  };
}
