import fc from 'fast-check';
import { addDays, type Cycle, createCalendar, cycleDateOn, DatePolicy, type DateText } from './index.js';
import {
  daysBetween,
  InvalidCycle,
  Lag,
  maturityDate,
  monthEndOf,
  nextCycleDates,
  parseCycle,
  weekdayOf,
} from './index.js';

const calendar = createCalendar();

describe('maturityDate', () => {
  // prettier-ignore
  test.each<[DateText, number, Lag['unit'], DatePolicy, DateText, string]>([
    ['2026-02-10', 2, 'CALENDAR', 'HOLIDAY_AFTER',  '2026-02-12', 'a business day needs no moving'],
    ['2026-02-13', 2, 'CALENDAR', 'HOLIDAY_AFTER',  '2026-02-19', 'a Sunday, over Seollal'],
    ['2026-02-13', 2, 'CALENDAR', 'HOLIDAY_BEFORE', '2026-02-13', 'back to the Friday it started on'],
    ['2026-02-13', 2, 'CALENDAR', 'CALENDAR_DAY',   '2026-02-15', 'the Sunday itself'],
    ['2026-02-13', 2, 'BUSINESS', 'HOLIDAY_AFTER',  '2026-02-20', 'two business days'],
    ['2026-02-14', 1, 'BUSINESS', 'HOLIDAY_BEFORE', '2026-02-19', 'counted from a Saturday'],
    ['2026-02-14', 0, 'BUSINESS', 'HOLIDAY_AFTER',  '2026-02-19', 'no lag from a Saturday, moved after'],
    ['2026-02-14', 0, 'BUSINESS', 'HOLIDAY_BEFORE', '2026-02-13', 'no lag from a Saturday, moved before it began'],
    ['2026-02-14', 0, 'BUSINESS', 'CALENDAR_DAY',   '2026-02-14', 'no lag, not moved'],
    ['2026-12-30', 2, 'CALENDAR', 'HOLIDAY_AFTER',  '2027-01-04', 'New Year, a Friday'],
    ['2026-12-30', 2, 'CALENDAR', 'HOLIDAY_BEFORE', '2026-12-31', 'back into the old year'],
    ['2024-02-27', 2, 'CALENDAR', 'HOLIDAY_AFTER',  '2024-02-29', 'leap day'],
  ])('%s + %i %s by %s is %s: %s', (start, days, unit, policy, expected) => {
    expect(maturityDate(start, { days, unit }, policy, calendar)).toBe(expected);
  });

  test('a negative lag is refused by the function and by the schema', () => {
    expect(() => maturityDate('2026-02-13', { days: -1, unit: 'CALENDAR' }, 'CALENDAR_DAY', calendar)).toThrow(
      RangeError,
    );
    expect(Lag.safeParse({ days: -1, unit: 'CALENDAR' }).success).toBe(false);
  });
});

describe('cycleDateOn and nextCycleDates', () => {
  // prettier-ignore
  test.each<[string, DatePolicy, DateText, DateText[]]>([
    ['DAILY',          'CALENDAR_DAY',   '2026-02-13', ['2026-02-13', '2026-02-14', '2026-02-15', '2026-02-16']],
    ['DAILY',          'HOLIDAY_AFTER',  '2026-02-13', ['2026-02-13', '2026-02-19', '2026-02-20', '2026-02-23']],
    ['DAILY',          'HOLIDAY_BEFORE', '2026-02-14', ['2026-02-19', '2026-02-20', '2026-02-23']],
    ['WEEKLY:MON,THU', 'HOLIDAY_AFTER',  '2026-02-12', ['2026-02-12', '2026-02-19', '2026-02-23']], // Mon 16 joins Thu 19
    ['WEEKLY:MON,THU', 'HOLIDAY_BEFORE', '2026-02-12', ['2026-02-12', '2026-02-13', '2026-02-19']], // Mon 16 goes to Fri 13
    ['WEEKLY:MON,THU', 'CALENDAR_DAY',   '2026-02-12', ['2026-02-12', '2026-02-16', '2026-02-19']],
    ['WEEKLY:SAT',     'HOLIDAY_AFTER',  '2026-09-20', ['2026-09-21', '2026-09-28', '2026-10-06', '2026-10-12']], // the last Saturday before `from`, too
    ['MONTHLY:10,25',  'HOLIDAY_AFTER',  '2026-09-11', ['2026-09-28', '2026-10-12', '2026-10-26']], // Chuseok; a Saturday; a Sunday
    ['MONTHLY:10,25',  'HOLIDAY_BEFORE', '2026-09-11', ['2026-09-23', '2026-10-08', '2026-10-23']], // 10 Oct: Saturday after Hangeul Day
    ['MONTHLY:31',     'HOLIDAY_BEFORE', '2026-01-15', ['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30']],
    ['MONTHLY:31',     'HOLIDAY_AFTER',  '2026-01-15', ['2026-02-02', '2026-03-03', '2026-03-31', '2026-04-30']],
    ['MONTHLY:31',     'CALENDAR_DAY',   '2024-02-01', ['2024-02-29', '2024-03-31']],
    ['MONTHLY:29,30',  'CALENDAR_DAY',   '2026-02-01', ['2026-02-28', '2026-03-29', '2026-03-30']], // both mean 28 February, once
    ['MONTHLY:1',      'HOLIDAY_BEFORE', '2026-12-15', ['2026-12-31', '2027-02-01', '2027-02-26']], // New Year; 1 March
    ['MONTHLY:1',      'HOLIDAY_AFTER',  '2026-12-15', ['2027-01-04', '2027-02-01', '2027-03-02']],
  ])('%s by %s from %s settles on %j', (text, policy, from, dates) => {
    const cycle = parseCycle(text);
    expect(nextCycleDates(from, dates.length, cycle, policy, calendar)).toEqual(dates);
    const last = dates.at(-1) ?? from;
    const days = Array.from({ length: daysBetween(from, last) + 1 }, (_, day) => addDays(from, day));
    expect(days.filter((day) => cycleDateOn(day, cycle, policy, calendar))).toEqual(dates);
  });

  const cycles = fc.constantFrom(
    'DAILY',
    'WEEKLY:SUN',
    'WEEKLY:MON,THU',
    'WEEKLY:FRI',
    'MONTHLY:1',
    'MONTHLY:10,25',
    'MONTHLY:30',
    'MONTHLY:31',
  );
  const days = fc
    .integer({ min: 0, max: daysBetween('2018-03-01', '2027-10-31') })
    .map((n) => addDays('2018-03-01', n));

  test('a date settles exactly when some date of the cycle, moved by the policy, is that date', () => {
    fc.assert(
      fc.property(days, cycles, fc.constantFrom(...DatePolicy.options), (date, text, policy) => {
        const cycle = parseCycle(text);
        const window = Array.from({ length: 41 }, (_, offset) => addDays(date, offset - 20));
        const nominal = window.filter((day) => isNominalDate(day, cycle));
        const moved = nominal.map((day) => maturityDate(day, { days: 0, unit: 'CALENDAR' }, policy, calendar));
        expect(cycleDateOn(date, cycle, policy, calendar)).toBe(moved.includes(date));
      }),
      { numRuns: 500 },
    );
  });

  test('no date of a cycle is lost: each is settled on a date the cycle names', () => {
    fc.assert(
      fc.property(days, cycles, fc.constantFrom(...DatePolicy.options), (date, text, policy) => {
        const cycle = parseCycle(text);
        if (!isNominalDate(date, cycle)) return;
        const settled = maturityDate(date, { days: 0, unit: 'CALENDAR' }, policy, calendar);
        expect(cycleDateOn(settled, cycle, policy, calendar)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('the last day of the data still settles when nothing beyond it decides', () => {
    expect(cycleDateOn('2027-12-31', parseCycle('MONTHLY:31'), 'HOLIDAY_BEFORE', calendar)).toBe(true);
    expect(() => cycleDateOn('2027-12-31', parseCycle('WEEKLY:SAT'), 'HOLIDAY_BEFORE', calendar)).toThrow(/2028/);
  });

  test('a cycle without days ends in a refusal, not in an endless search', () => {
    const never: Cycle = { kind: 'WEEKLY', days: [] };
    expect(() => nextCycleDates('2026-01-01', 1, never, 'HOLIDAY_AFTER', calendar)).toThrow(InvalidCycle);
    expect(nextCycleDates('2026-01-01', 0, never, 'HOLIDAY_AFTER', calendar)).toEqual([]);
  });
});

function isNominalDate(date: DateText, cycle: Cycle): boolean {
  if (cycle.kind === 'DAILY') return true;
  if (cycle.kind === 'WEEKLY') return cycle.days.includes(weekdayOf(date));
  const monthDays = Number(monthEndOf(date).slice(8));
  return cycle.days.some((day) => Math.min(day, monthDays) === Number(date.slice(8)));
}
