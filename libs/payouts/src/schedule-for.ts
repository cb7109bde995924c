import { businessDateOf, isWithinExpressHours, type Calendar } from '@jeongsan/calendar';
import type { Schedule } from './attempt.js';

/**
 * EXPRESS in its hours; otherwise SCHEDULED on the next business day (document 2 section 4). `notBefore`: the provider refused every
 * earlier day. What it says is frozen: a batch is never moved to another day, only refused and frozen anew.
 */
export function scheduleFor(now: Date, calendar: Calendar, notBefore: string | null = null): Schedule {
  const today = businessDateOf(now);
  const isToday = notBefore === null || notBefore <= today;
  if (isToday && isWithinExpressHours(now, calendar)) return { type: 'EXPRESS', date: today };
  const earliest = calendar.addDays(today, 1);
  const from = notBefore === null || notBefore < earliest ? earliest : notBefore;
  return { type: 'SCHEDULED', date: calendar.nextBusinessDay(from) };
}
