import { type DateText, InvalidDate, assertDate, DAY_MS, dateOfDay } from './dates.js';

// Korea has kept +09:00 without daylight saving time since 1988, long before the first instant this system can meet.
const OFFSET = '+09:00';
const OFFSET_MS = 9 * 3_600_000;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** The business date in Asia/Seoul at an instant. */
export const businessDateOf = (instant: Date): DateText =>
  dateOfDay(Math.floor((instant.getTime() + OFFSET_MS) / DAY_MS));

/** The time of day in Asia/Seoul at an instant, `HH:mm:ss`. */
export const seoulTimeOf = (instant: Date): string => seoulClock(instant).slice(11, 19);

/** The instant at which clocks in Seoul show this date and time (`HH:mm:ss`). Throws InvalidDate. */
export function instantAt(date: DateText, time: string): Date {
  assertDate(date);
  if (!TIME.test(time)) throw new InvalidDate(`${date} ${time}`);
  return new Date(`${date}T${time}${OFFSET}`);
}

/** The provider's form of an instant: `yyyy-MM-dd'T'HH:mm:ss+09:00`, whole seconds, rounded down. */
export const seoulIso = (instant: Date): string => seoulClock(instant).slice(0, 19) + OFFSET;

const seoulClock = (instant: Date): string => new Date(instant.getTime() + OFFSET_MS).toISOString();
