export { addDays, DateText, daysBetween, InvalidDate, monthEndOf, type Weekday, WEEKDAYS, weekdayOf } from './dates.js';
export { businessDateOf, instantAt, seoulIso, seoulTimeOf } from './seoul-time.js';
export { type Calendar, CalendarYearUnknown, createCalendar, type HolidayOverrides, knownYears } from './calendar.js';
export { isWithinExpressHours } from './express-hours.js';
export { type Cycle, cycleText, CycleText, InvalidCycle, parseCycle } from './cycle.js';
export { CutoffTime, cycleDateOn, DatePolicy, Lag, maturityDate, nextCycleDates, startDate } from './cycle-dates.js';
