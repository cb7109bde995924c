import { z } from 'zod';

/** A business date of Asia/Seoul, `yyyy-MM-dd`. The text form sorts and compares correctly. */
export const DateText = z.iso.date();
export type DateText = z.infer<typeof DateText>;

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Thrown for text that is not a valid date, such as 2026-02-30. */
export class InvalidDate extends Error {
  override readonly name = 'InvalidDate';
  constructor(readonly text: string) {
    super(`${JSON.stringify(text.slice(0, 40))} is not a date in the form yyyy-MM-dd`);
  }
}

/** The date `n` calendar days later, or earlier when negative. */
export const addDays = (date: DateText, n: number): DateText => dateOfDay(dayNumber(date) + n);

/** Calendar days from `start` to `end`; negative when `end` is earlier. */
export const daysBetween = (start: DateText, end: DateText): number => dayNumber(end) - dayNumber(start);

export const weekdayOf = (date: DateText): Weekday => weekdayOfDay(dayNumber(date));

/** The last date of the month of `date`. */
export function monthEndOf(date: DateText): DateText {
  assertDate(date);
  const end = new Date(`${date.slice(0, 8)}01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return end.toISOString().slice(0, 10);
}

export function assertDate(date: DateText): void {
  dayNumber(date);
}

export const DAY_MS = 86_400_000;
const KNOWN_DATES_MAX = 20_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
// Days since 1970-01-01. Cached: a run over 100,000 sellers asks for the same few hundred dates repeatedly.
const dayNumbers = new Map<DateText, number>();
const datesOfDays = new Map<number, DateText>();

function dayNumber(date: DateText): number {
  const known = dayNumbers.get(date);
  if (known !== undefined) return known;
  const ms = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Date.parse reads 2026-02-30 as 2 March: a valid date prints as the same text.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) throw new InvalidDate(date);
  return remember(dayNumbers, date, ms / DAY_MS);
}

/** The date `days` days after 1970-01-01. */
export function dateOfDay(day: number): DateText {
  const known = datesOfDays.get(day);
  if (known !== undefined) return known;
  if (!Number.isSafeInteger(day)) throw new RangeError(`Days are counted in whole numbers, not ${day}`);
  const text = new Date(day * DAY_MS).toISOString();
  if (!DATE.test(text.slice(0, 10))) throw new InvalidDate(text);
  return remember(datesOfDays, day, text.slice(0, 10));
}

function remember<K, V>(known: Map<K, V>, key: K, value: V): V {
  // The cache is bounded, since dates come from requests.
  if (known.size >= KNOWN_DATES_MAX) known.clear();
  known.set(key, value);
  return value;
}

function weekdayOfDay(day: number): Weekday {
  // Day 0, 1970-01-01, was a Thursday: three days after a Monday.
  const index = (((day + 3) % 7) + 7) % 7;
  return WEEKDAYS[index] as Weekday;
}
