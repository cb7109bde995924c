import { type DateText, InvalidDate, assertDate, DAY_MS, dateOfDay } from './dates.js';

// Korea has had +09:00 without daylight saving time since 1988, long before any instant in this system.
const OFFSET = '+09:00';
const OFFSET_MS = 9 * 3_600_000;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Bounds: 0000-01-01 and 9999-12-31, the last date with four digits. */
const DAYS_OF_FOUR_DIGITS = { first: -719_528, last: 2_932_896 };

/**
 * The business date in Asia/Seoul at an instant. Beyond four-digit years the result is a text that no other function accepts as
 * a date.
 */
export function businessDateOf(instant: Date): DateText {
  const day = Math.floor((instant.getTime() + OFFSET_MS) / DAY_MS);
  const isUsual = day >= DAYS_OF_FOUR_DIGITS.first && day <= DAYS_OF_FOUR_DIGITS.last;
  return isUsual ? dateOfDay(day) : seoulClock(instant).slice(0, 10);
}

/** The time of day in Asia/Seoul at an instant, `HH:mm:ss`. */
export const seoulTimeOf = (instant: Date): string => seoulClock(instant).slice(11, 19);

/** The instant of this date and time (`HH:mm:ss`) in Asia/Seoul. Throws InvalidDate. */
export function instantAt(date: DateText, time: string): Date {
  assertDate(date);
  if (!TIME.test(time)) throw new InvalidDate(`${date} ${time}`);
  return new Date(`${date}T${time}${OFFSET}`);
}

/** The provider's form of an instant: `yyyy-MM-dd'T'HH:mm:ss+09:00`, rounded down to whole seconds. */
export const seoulIso = (instant: Date): string => seoulClock(instant).slice(0, 19) + OFFSET;

/** The minute of an instant for readers, in Asia/Seoul: yyyy-MM-dd HH:mm. */
export const seoulMinute = (instant: Date): string => seoulIso(instant).slice(0, 16).replace('T', ' ');

const seoulClock = (instant: Date): string => new Date(instant.getTime() + OFFSET_MS).toISOString();
