import fc from 'fast-check';
import { addDays, type Cycle, createCalendar, cycleDateOn, DatePolicy, type DateText } from './index.js';
import {
  CutoffTime,
  daysBetween,
  InvalidCycle,
  Lag,
  maturityDate,
  monthEndOf,
  nextCycleDates,
  parseCycle,
  startDate,
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
      new RangeError('Money cannot mature 1 days before it starts to wait'),
    );
    expect(Lag.safeParse({ days: -1, unit: 'CALENDAR' }).success).toBe(false);
  });
});

describe('any lag', () => {
  // prettier-ignore
  test.each<[DateText, number, Lag['unit'], DateText]>([
    ['2026-01-02',   0, 'BUSINESS', '2026-01-02'],
    ['2026-01-02',   5, 'BUSINESS', '2026-01-09'],
    ['2026-01-02',  30, 'BUSINESS', '2026-02-13'],
    ['2026-01-02',  31, 'BUSINESS', '2026-02-19'], // the 31st is the first business day after Seollal
    ['2026-01-02',  60, 'CALENDAR', '2026-03-03'],
    ['2026-01-02', 245, 'BUSINESS', '2027-01-04'], // 2026 has 245 business days, this Friday is the first of them
    ['2026-01-02', 366, 'CALENDAR', '2027-01-04'],
  ])('%s + %i %s is %s', (start, days, unit, expected) => {
    expect(Lag.safeParse({ days, unit }).success).toBe(true);
    expect(maturityDate(start, { days, unit }, 'HOLIDAY_AFTER', calendar)).toBe(expected);
  });
});

describe('startDate', () => {
  // prettier-ignore
  test.each<[string, string, DateText, string]>([
    ['2026-05-11T00:00:00+09:00', '00:00', '2026-05-11', 'without a cut-off the whole day counts'],
    ['2026-05-11T23:59:59+09:00', '00:00', '2026-05-11', 'to its last second'],
    ['2026-05-11T14:59:59+09:00', '15:00', '2026-05-11', 'just before the cut-off'],
    ['2026-05-11T15:00:00+09:00', '15:00', '2026-05-12', 'at it: the bound is exclusive'],
    ['2026-05-11T15:00:01+09:00', '15:00', '2026-05-12', 'after it'],
    ['2026-05-11T23:59:59+09:00', '23:59', '2026-05-12', 'in the last minute'],
    ['2026-05-10T15:00:00Z',      '15:00', '2026-05-11', 'midnight in Seoul, still the day before in UTC'],
    ['2026-02-28T18:00:00+09:00', '18:00', '2026-03-01', 'over a month end; whether banks work is the lag\'s business'],
    ['2026-12-31T18:00:00+09:00', '18:00', '2027-01-01', 'over a year end'],
  ])('%s with a cut-off at %s counts for %s: %s', (instant, cutoff, expected) => {
    expect(CutoffTime.safeParse(cutoff).success).toBe(true);
    expect(startDate(new Date(instant), cutoff)).toBe(expected);
  });

  test.each(['24:00', '9:00', '09:60', '09:00:00', '', '٠٩:٠٠'])('%j is no time of day', (text) => {
    expect(CutoffTime.safeParse(text).error?.issues).toMatchObject([{ message: 'a time of day, HH:mm' }]);
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
    ['MONTHLY:10,31',  'CALENDAR_DAY',   '2026-02-11', ['2026-02-28', '2026-03-10', '2026-03-31']], // 28 February stands for the 31st alone
    ['MONTHLY:29,30',  'CALENDAR_DAY',   '2026-02-01', ['2026-02-28', '2026-03-29', '2026-03-30']], // both mean 28 February, once
    ['MONTHLY:1',      'HOLIDAY_BEFORE', '2026-12-15', ['2026-12-31', '2027-02-01', '2027-02-26']], // New Year; 1 March
    ['MONTHLY:1',      'HOLIDAY_AFTER',  '2026-12-15', ['2027-01-04', '2027-02-01', '2027-03-02']],
    ['MANUAL:2026-05-04,2026-06-11', 'CALENDAR_DAY',   '2026-05-01', ['2026-05-04', '2026-06-11']],
    ['MANUAL:2026-05-04,2026-06-11', 'CALENDAR_DAY',   '2026-05-04', ['2026-05-04', '2026-06-11']],
    ['MANUAL:2026-05-04,2026-06-11', 'CALENDAR_DAY',   '2026-05-05', ['2026-06-11']],
    ['MANUAL:2026-02-16,2026-03-01', 'HOLIDAY_AFTER',  '2026-02-18', ['2026-02-19', '2026-03-03']], // Seollal; 1 March and its substitute
    ['MANUAL:2026-02-16,2026-02-17', 'HOLIDAY_AFTER',  '2026-02-01', ['2026-02-19']],               // two dates meet on one day
    ['MANUAL:2026-02-16,2026-03-01', 'HOLIDAY_BEFORE', '2026-02-01', ['2026-02-13', '2026-02-27']],
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
    `MANUAL:${Array.from({ length: 60 }, (_, n) => addDays('2024-01-06', n * 23)).join(',')}`,
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

  // prettier-ignore
  test.each<[string, DateText, number, DateText[]]>([
    ['MANUAL:2026-05-04,2026-06-11', '2026-06-11', 5, ['2026-06-11']],
    ['MANUAL:2026-05-04,2026-06-11', '2026-06-12', 5, []],
    ['MANUAL:2026-05-04,2026-06-11', '2026-01-01', 1, ['2026-05-04']],
  ])('%s from %s: of %i dates asked there are %j, for dates by hand run out', (text, from, count, dates) => {
    expect(nextCycleDates(from, count, parseCycle(text), 'HOLIDAY_AFTER', calendar)).toEqual(dates);
  });

  test('dates by hand come in order, however the terms list them', () => {
    const cycle: Cycle = { kind: 'MANUAL', dates: ['2026-06-11', '2026-05-04', '2026-05-03'] };
    expect(nextCycleDates('2026-05-01', 3, cycle, 'HOLIDAY_AFTER', calendar)).toEqual(['2026-05-04', '2026-06-11']);
  });

  test('a date by hand that is long past is not looked up: its year may lie before the data', () => {
    const cycle = parseCycle('MANUAL:2017-05-04,2026-06-11');
    expect(nextCycleDates('2026-06-01', 2, cycle, 'HOLIDAY_AFTER', calendar)).toEqual(['2026-06-11']);
  });

  test('a date by hand in a year without data is refused when its day is asked for', () => {
    expect(() => nextCycleDates('2027-12-01', 5, parseCycle('MANUAL:2028-01-03'), 'HOLIDAY_AFTER', calendar)).toThrow(
      /2028/,
    );
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
  if (cycle.kind === 'MANUAL') return cycle.dates.includes(date);
  const monthDays = Number(monthEndOf(date).slice(8));
  return cycle.days.some((day) => Math.min(day, monthDays) === Number(date.slice(8)));
}
