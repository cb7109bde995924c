import { z } from 'zod';
import type { Calendar } from './calendar.js';
import { type Cycle, cycleText, InvalidCycle } from './cycle.js';
import { addDays, type DateText, monthEndOf, weekdayOf } from './dates.js';
import { businessDateOf, seoulTimeOf } from './seoul-time.js';

/** What happens to a date that falls on a day banks rest: moved before it, after it, or kept. */
export const DatePolicy = z.enum(['HOLIDAY_BEFORE', 'HOLIDAY_AFTER', 'CALENDAR_DAY']);
export type DatePolicy = z.infer<typeof DatePolicy>;

/** The N of D+N. */
export const Lag = z.object({ days: z.int().min(0).max(366), unit: z.enum(['CALENDAR', 'BUSINESS']) });
export type Lag = Readonly<z.infer<typeof Lag>>;

/** Time of day of a cut-off, `HH:mm` in Asia/Seoul. At 00:00 nothing is cut off: the whole day counts for itself. */
export const CutoffTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day, HH:mm');

/** The business date an event counts for. The cut-off is exclusive: what happens at it or later counts for the next day. */
export function startDate(instant: Date, cutoff: string): DateText {
  const date = businessDateOf(instant);
  const isLate = cutoff !== '00:00' && seoulTimeOf(instant) >= `${cutoff}:00`;
  return isLate ? addDays(date, 1) : date;
}

/**
 * When money that started waiting on `start` becomes payable: `start` + lag, then moved by the policy.
 * HOLIDAY_BEFORE may land before `start` when the lag is shorter than the holiday: the rule says before, so it is.
 */
export function maturityDate(start: DateText, lag: Lag, policy: DatePolicy, calendar: Calendar): DateText {
  if (lag.days < 0) throw new RangeError(`Money cannot mature ${-lag.days} days before it starts to wait`);
  const due = lag.unit === 'BUSINESS' ? calendar.addBusinessDays(start, lag.days) : addDays(start, lag.days);
  return moved[policy](due, calendar);
}

/** Whether `date` settles the cycle: some date of the cycle, moved by the policy, is `date`. */
export function cycleDateOn(date: DateText, cycle: Cycle, policy: DatePolicy, calendar: Calendar): boolean {
  if (policy === 'CALENDAR_DAY') return isNominal(date, cycle);
  if (!calendar.isBusinessDay(date)) return false;
  // A business day also settles the cycle dates of the rest days it stands in for: those before it, or after it.
  const direction = policy === 'HOLIDAY_AFTER' ? -1 : 1;
  let day = date;
  do {
    if (isNominal(day, cycle)) return true;
    day = addDays(day, direction);
  } while (!calendar.isBusinessDay(day));
  return false;
}

/**
 * The next `count` settlement dates, `from` itself included; fewer where dates named by hand run out. Throws InvalidCycle for a
 * cycle without days.
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
  // Two settlement dates are never further apart than a month and the longest run of holidays.
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
