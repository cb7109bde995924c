import { businessDateOf, isWithinExpressHours, type Calendar } from '@jeongsan/calendar';
import type { Schedule } from './attempt.js';

/** EXPRESS in its hours; otherwise on the next business day, told as such and never silently moved (document 2 section 4). */
export function scheduleFor(now: Date, calendar: Calendar): Schedule {
  const today = businessDateOf(now);
  if (isWithinExpressHours(now, calendar)) return { type: 'EXPRESS', date: today };
  return { type: 'SCHEDULED', date: calendar.nextBusinessDay(calendar.addDays(today, 1)) };
}
