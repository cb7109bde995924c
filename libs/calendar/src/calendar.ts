import { addDays, assertDate, type DateText, weekdayOf } from './dates.js';
import { type HolidayData, holidayData } from './holidays.js';

/** The operator's corrections: `add` for holidays announced after the data was published, `remove` for withdrawn ones. */
export type HolidayOverrides = Readonly<{
  add?: Readonly<Record<DateText, string>>;
  remove?: readonly DateText[];
}>;

/**
 * The calendar of business days, on which Korean banks settle. Every method throws CalendarYearUnknown for a date outside the
 * years of the data.
 */
export type Calendar = Readonly<{
  /** True unless `date` is a Saturday, a Sunday or a public holiday. */
  isBusinessDay: (date: DateText) => boolean;
  /** The names of the holidays on `date`; undefined: none. */
  holidayName: (date: DateText) => string | undefined;
  /** The `n`-th business day after `date`, or before when negative; for 0, `date` itself, even on a holiday. */
  addBusinessDays: (date: DateText, n: number) => DateText;
  /** The first business day on or after `date`. */
  nextBusinessDay: (date: DateText) => DateText;
  /** The last business day on or before `date`. */
  previousBusinessDay: (date: DateText) => DateText;
}>;

/** Thrown for a year whose holidays are not known: to stop is better than to pay on a guessed day. */
export class CalendarYearUnknown extends Error {
  override readonly name = 'CalendarYearUnknown';
  constructor(readonly year: string) {
    super(
      `The public holidays of ${year} are not known: update the holiday data, or name them in EXTRA_HOLIDAYS, before deciding dates in ${year}`,
    );
  }
}

/**
 * Creates the calendar of Korea. Overrides must be within the years of the data: they correct the data, and cannot replace it.
 */
export function createCalendar(options: { overrides?: HolidayOverrides } = {}): Calendar {
  const data = holidayData();
  const holidays = withOverrides(data, options.overrides ?? {});
  const assertKnownYear = (date: DateText) => assertYearIn(data, date);
  const decided = new Map<DateText, boolean>();

  function isBusinessDay(date: DateText): boolean {
    const known = decided.get(date);
    if (known !== undefined) return known;
    assertKnownYear(date);
    const isOpen = !isWeekend(date) && !holidays.has(date);
    // Bounded: only valid dates of known years are cached, a few thousand entries.
    decided.set(date, isOpen);
    return isOpen;
  }

  function step(date: DateText, direction: 1 | -1): DateText {
    let day = addDays(date, direction);
    // The loop ends: beyond the last year of the data, isBusinessDay throws.
    while (!isBusinessDay(day)) day = addDays(day, direction);
    return day;
  }

  return {
    isBusinessDay,
    holidayName: (date) => {
      assertKnownYear(date);
      return holidays.get(date);
    },
    addBusinessDays: (date, n) => {
      if (!Number.isSafeInteger(n)) throw new RangeError(`Business days are counted in whole numbers, not ${n}`);
      let day = date;
      for (let left = Math.abs(n); left > 0; left -= 1) day = step(day, n < 0 ? -1 : 1);
      return day;
    },
    nextBusinessDay: (date) => (isBusinessDay(date) ? date : step(date, 1)),
    previousBusinessDay: (date) => (isBusinessDay(date) ? date : step(date, -1)),
  };
}

/** The years whose holidays are known, ascending. */
export const knownYears = (): readonly string[] => [...holidayData().years].sort();

function withOverrides(data: HolidayData, overrides: HolidayOverrides): Map<DateText, string> {
  const holidays = new Map(data.holidays);
  for (const date of overrides.remove ?? []) {
    assertYearIn(data, date);
    holidays.delete(date);
  }
  for (const [date, name] of Object.entries(overrides.add ?? {})) {
    assertYearIn(data, date);
    holidays.set(date, name);
  }
  return holidays;
}

function assertYearIn({ years }: HolidayData, date: DateText): void {
  assertDate(date);
  const year = date.slice(0, 4);
  if (!years.has(year)) throw new CalendarYearUnknown(year);
}

function isWeekend(date: DateText): boolean {
  const weekday = weekdayOf(date);
  return weekday === 'SAT' || weekday === 'SUN';
}
