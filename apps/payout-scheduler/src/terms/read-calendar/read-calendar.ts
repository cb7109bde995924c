import { addDays, type Calendar, type DateText, daysBetween } from '@jeongsan/calendar';
import type { Executor } from '@jeongsan/database';
import type { Output } from '@jeongsan/http-contract';
import { inKnownYears, refuse, type getCalendar } from '@jeongsan/platform-contract';
import { readOverrides } from '../override-holiday/override-holiday.js';

const DAYS_MAX = 400;

/**
 * The kind of each day in a range (business day, weekend, holiday). @throws CALENDAR_RANGE_INVALID,
 * CALENDAR_YEAR_UNKNOWN
 */
export async function readCalendar(
  db: Executor,
  calendar: Calendar,
  { from, to }: { from: DateText; to: DateText },
): Promise<Output<typeof getCalendar>> {
  const count = daysBetween(from, to) + 1;
  if (count < 1 || count > DAYS_MAX) {
    throw refuse('CALENDAR_RANGE_INVALID', `From ${from} to ${to} are ${count} days: ask for 1 to ${DAYS_MAX}`);
  }
  const overrides = new Map((await readOverrides(db, from, to)).map((override) => [override.date, override]));
  const days = inKnownYears(() =>
    Array.from({ length: count }, (_, n) => addDays(from, n)).map((date) => ({
      date,
      isBusinessDay: calendar.isBusinessDay(date),
      holidayName: calendar.holidayName(date) ?? null,
      override: overrides.get(date) ?? null,
    })),
  );
  return { days };
}
