import { z } from 'zod';
import type { Calendar } from './calendar.js';
import { type Cycle, cycleText, InvalidCycle } from './cycle.js';
import { addDays, type DateText, monthEndOf, weekdayOf } from './dates.js';
import { businessDateOf, seoulTimeOf } from './seoul-time.js';

/** How a date on a bank holiday is moved: to the business day before, to the one after, or not at all. */
export const DatePolicy = z.enum(['HOLIDAY_BEFORE', 'HOLIDAY_AFTER', 'CALENDAR_DAY']);
export type DatePolicy = z.infer<typeof DatePolicy>;

/** The waiting time N of D+N, in calendar or business days. */
export const Lag = z.object({ days: z.int().min(0).max(366), unit: z.enum(['CALENDAR', 'BUSINESS']) });
export type Lag = Readonly<z.infer<typeof Lag>>;

/** A cutoff: time of day `HH:mm` in Asia/Seoul. 00:00 means no cutoff: the whole day counts for itself. */
export const CutoffTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day, HH:mm');

/** The business date that an event counts for. An event at or after the cutoff counts for the next date. */
export function startDate(instant: Date, cutoff: string): DateText {
  const date = businessDateOf(instant);
  const isLate = cutoff !== '00:00' && seoulTimeOf(instant) >= `${cutoff}:00`;
  return isLate ? addDays(date, 1) : date;
}

/**
 * The date on which money becomes payable: `start` plus the waiting time, then moved by the policy. HOLIDAY_BEFORE may give a
 * date before `start` when the waiting time is shorter than the holidays.
 */
export function maturityDate(start: DateText, lag: Lag, policy: DatePolicy, calendar: Calendar): DateText {
  if (lag.days < 0) throw new RangeError(`Money cannot mature ${-lag.days} days before it starts to wait`);
  const due = lag.unit === 'BUSINESS' ? calendar.addBusinessDays(start, lag.days) : addDays(start, lag.days);
  return moved[policy](due, calendar);
}

/** Whether `date` is a settlement date of the cycle, after the policy moved the cycle's dates. */
export function cycleDateOn(date: DateText, cycle: Cycle, policy: DatePolicy, calendar: Calendar): boolean {
  if (policy === 'CALENDAR_DAY') return isNominal(date, cycle);
  if (!calendar.isBusinessDay(date)) return false;
  // The bank holidays whose cycle dates a business day takes over: those right before it (HOLIDAY_AFTER) or after it
  // (HOLIDAY_BEFORE).
  const direction = policy === 'HOLIDAY_AFTER' ? -1 : 1;
  let day = date;
  do {
    if (isNominal(day, cycle)) return true;
    day = addDays(day, direction);
  } while (!calendar.isBusinessDay(day));
  return false;
}

/**
 * The next `count` settlement dates, `from` included; fewer when a MANUAL list ends. Throws InvalidCycle for a cycle without
 * days.
 */
export function nextCycleDates(
  from: DateText,
  count: number,
  cycle: Cycle,
  policy: DatePolicy,
  calendar: Calendar,
): DateText[] {
  if (cycle.kind === 'MANUAL') {
    const settled = cycle.dates
      .filter((date) => date >= addDays(from, -GAP_DAYS_MAX))
      .map((date) => moved[policy](date, calendar));
    return [...new Set(settled)]
      .filter((date) => date >= from)
      .sort()
      .slice(0, count);
  }
  const dates: DateText[] = [];
  let day = from;
  // Two settlement dates are at most a month and the longest run of holidays apart.
  for (let daysLeft = count * GAP_DAYS_MAX; dates.length < count; daysLeft -= 1) {
    if (daysLeft === 0) throw new InvalidCycle(cycleText(cycle));
    if (cycleDateOn(day, cycle, policy, calendar)) dates.push(day);
    day = addDays(day, 1);
  }
  return dates;
}

const GAP_DAYS_MAX = 62;

const moved = {
  HOLIDAY_BEFORE: (date, calendar) => calendar.previousBusinessDay(date),
  HOLIDAY_AFTER: (date, calendar) => calendar.nextBusinessDay(date),
  CALENDAR_DAY: (date) => date,
} satisfies Record<DatePolicy, (date: DateText, calendar: Calendar) => DateText>;

function isNominal(date: DateText, cycle: Cycle): boolean {
  switch (cycle.kind) {
    case 'DAILY':
      return true;
    case 'WEEKLY':
      return cycle.days.includes(weekdayOf(date));
    case 'MONTHLY':
      return isDayOfMonth(date, cycle.days);
    case 'MANUAL':
      return cycle.dates.includes(date);
  }
}

function isDayOfMonth(date: DateText, days: readonly number[]): boolean {
  const day = Number.parseInt(date.slice(8), 10);
  if (days.includes(day)) return true;
  return monthEndOf(date) === date && days.some((wanted) => wanted > day);
}
