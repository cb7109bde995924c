import {
  addDays,
  businessDateOf,
  CalendarYearUnknown,
  type Calendar,
  instantAt,
  isWithinExpressHours,
} from '@jeongsan/calendar';
import { Refused } from '../api/refused.js';
import type { World } from '../world.js';

/** The time of day at which banks start scheduled payouts. */
const SCHEDULED_STARTS_AT = '09:00:00';
const DAYS_AHEAD_MAX = 365;

export type Schedule = Readonly<{ payoutDate: string; startsAt: Date }>;

/** The date of a payout and the time at which its transfer starts. Throws Refused with `about`. */
export function scheduleOf(
  wanted: Readonly<{ scheduleType: 'EXPRESS' | 'SCHEDULED'; payoutDate?: string | null | undefined }>,
  now: Date,
  calendar: Calendar,
  about: readonly string[],
): Schedule {
  // ASSUMED: an EXPRESS payout is sent today; a date in the request is ignored.
  if (wanted.scheduleType === 'EXPRESS') return expressSchedule(now, calendar, about);
  const today = businessDateOf(now);
  const date = wanted.payoutDate;
  const isAhead = date != null && date > today && date <= addDays(today, DAYS_AHEAD_MAX);
  if (!isAhead) throw new Refused('INVALID_PAYABLE_DATE', { about });
  if (!isBusinessDay(date, calendar, about)) throw new Refused('NOT_ALLOWED_HOLIDAY', { about });
  return { payoutDate: date, startsAt: instantAt(date, SCHEDULED_STARTS_AT) };
}

function expressSchedule(now: Date, calendar: Calendar, about: readonly string[]): Schedule {
  if (!isWithinExpressHours(now, calendar)) throw new Refused('NOT_AVAILABLE_EXPRESS_TIME', { about });
  return { payoutDate: businessDateOf(now), startsAt: now };
}

function isBusinessDay(date: string, calendar: Calendar, about: readonly string[]): boolean {
  try {
    return calendar.isBusinessDay(date);
  } catch (error) {
    // The holidays of that year are not published yet.
    if (error instanceof CalendarYearUnknown) throw new Refused('INVALID_PAYABLE_DATE', { about });
    throw error;
  }
}

/** The time at which the bank completes a transfer started now; null: on a command of a test only. */
export function completionTime(world: World, start: Date): Date | null {
  const seconds = world.merchant.settings.payoutCompletionSeconds;
  return seconds === null ? null : new Date(start.getTime() + seconds * 1_000);
}
