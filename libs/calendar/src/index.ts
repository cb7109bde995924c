export { addDays, DateText, daysBetween, InvalidDate, monthEndOf, type Weekday, WEEKDAYS, weekdayOf } from './dates.js';
export { businessDateOf, instantAt, seoulIso, seoulMinute, seoulTimeOf } from './seoul-time.js';
export { type Calendar, CalendarYearUnknown, createCalendar, type HolidayOverrides, knownYears } from './calendar.js';
export { knowFurtherHolidays } from './holidays.js';
export { FurtherHolidays } from './further-holidays.js';
export { HORIZON_DAYS_MIN, holidayHorizonDays, holidaysKnownUntil } from './known-until.js';
export { isWithinExpressHours } from './express-hours.js';
export { type Cycle, cycleText, CycleText, InvalidCycle, parseCycle } from './cycle.js';
export { CutoffTime, cycleDateOn, DatePolicy, Lag, maturityDate, nextCycleDates, startDate } from './cycle-dates.js';
